import { useState } from 'react'

import { referenceText as text } from '#web/messages/en/reference.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Addition, Method } from './endpoint-list.tsx'
import {
  describeEndpoint,
  type Endpoint,
  type EndpointDetails,
  formatOutline,
  isText,
  type Parameter,
} from './reference.rules.ts'
import { buildSample, type SampleLanguage, sampleLanguages, type Values } from './samples.rules.ts'
import { type FieldRow, type Mark } from './schema-words.rules.ts'
import {
  BackLink,
  Code,
  FieldItem,
  FieldLabel,
  FieldText,
  lineClass,
  PartHeading,
  SectionHeading,
} from './topic-section.tsx'
import { TryIt } from './try-it.tsx'

interface EndpointSectionProps {
  endpoint: Endpoint
  document: unknown
}

/** All of one endpoint. What a person types into its fields is part of the samples. */
export function EndpointSection({ endpoint, document }: EndpointSectionProps) {
  const details = describeEndpoint(endpoint, document)
  const [values, setValues] = useState<Values>({})
  const { method, path, summary } = endpoint
  const { parameters, body, response } = details
  return (
    <article className="grid min-w-0 grid-cols-1 gap-3">
      <BackLink />
      <header className="grid gap-1.5">
        <SectionHeading>
          <Method method={method} />{' '}
          <code dir="ltr" className="font-mono">
            {path}
          </code>
        </SectionHeading>
        <p>{summary}</p>
        <p className={lineClass}>
          {formatScope(endpoint)}
          <Marks mark={endpoint} />
        </p>
      </header>
      {parameters.length > 0 && (
        <>
          <PartHeading>{text.parameters}</PartHeading>
          <ul className="rounded-card border border-line">
            {parameters.map((parameter) => (
              <ParameterLine key={`${parameter.place} ${parameter.name}`} parameter={parameter} />
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <PartHeading>{text.body}</PartHeading>
          <ul className="rounded-card border border-line">
            {body.fields.map((field, at) => (
              <FieldLine key={at} field={field} />
            ))}
          </ul>
          {body.omitted > 0 && (
            <p className="text-cell text-ink-2">{text.moreFields(body.omitted)}</p>
          )}
        </>
      )}
      <Samples endpoint={endpoint} details={details} values={values} document={document} />
      {method === 'GET' && (
        <TryIt
          endpoint={endpoint}
          details={details}
          values={values}
          onChange={setValues}
          document={document}
        />
      )}
      <PartHeading>{text.response}</PartHeading>
      <Response response={response} isStream={isText(details)} />
      <PartHeading>{text.errors}</PartHeading>
      <ul className="grid gap-1.5 text-cell">
        {details.statuses.map(({ status, code, meaning, ...mark }) => (
          <li key={`${status} ${code}`}>
            <b>{status}</b> {code && <Code>{code}</Code>} {meaning} <Marks mark={mark} />
          </li>
        ))}
      </ul>
    </article>
  )
}

function formatScope({ scope }: Endpoint): string | undefined {
  if (scope === undefined) return undefined
  const isKnown = scope === 'read' || scope === 'write' || scope === 'admin'
  return isKnown ? text.scope[scope] : text.scope.other(scope)
}

const Marks = ({ mark: { isAddition, capability } }: { mark: Mark }) =>
  isAddition && <Addition>{capability ? text.additionOf(capability) : text.addition}</Addition>

const ParameterLine = ({ parameter }: { parameter: Parameter }) => (
  <FieldItem name={parameter.name}>
    <FieldText>
      {text.places[parameter.place]}, {parameter.type}
      {parameter.description && `. ${parameter.description}`}
    </FieldText>
    {parameter.isRequired && <FieldLabel>{text.required}</FieldLabel>}
    <Marks mark={parameter} />
  </FieldItem>
)

const FieldLine = ({ field }: { field: FieldRow }) => (
  <FieldItem name={field.name} depth={field.depth}>
    <FieldText>{field.type}</FieldText>
    {field.isRequired && <FieldLabel>{text.required}</FieldLabel>}
    <Marks mark={field} />
  </FieldItem>
)

interface ResponseProps {
  response: EndpointDetails['response']
  isStream: boolean
}

function Response({ response, isStream }: ResponseProps) {
  const { media, type, fields, omitted } = response
  if (media.length === 0) return <p>{text.noResponse}</p>
  if (isStream) return <p>{text.textResponse(media.join(', '))}</p>
  if (fields.length === 0) return <p>{type}</p>
  return (
    <>
      <CodeBlock label={text.responseFields} code={formatOutline(fields)} />
      <p className="text-cell text-ink-2">
        {omitted > 0 && `${text.moreFields(omitted)}. `}
        {fields.some(({ isAddition }) => isAddition) && text.responseHint}
      </p>
    </>
  )
}

/** The choice ends with the session; it is not worth a preference. */
const chosenLanguages = new WeakMap<KeySession, SampleLanguage>()

interface SamplesProps {
  endpoint: Endpoint
  details: EndpointDetails
  values: Values
  document: unknown
}

function Samples({ endpoint, details, values, document }: SamplesProps) {
  const session = useSession()
  const [language, setLanguage] = useState(chosenLanguages.get(session) ?? 'curl')
  const choose = (value: SampleLanguage) => {
    chosenLanguages.set(session, value)
    setLanguage(value)
  }
  const base_url = session.connection.base_url.replace(/\/+$/, '')
  const code = buildSample(language, endpoint, details, { base_url, values, document })
  return (
    <>
      <PartHeading>{text.samples.title}</PartHeading>
      <SegmentedControl
        label={text.samples.language}
        value={language}
        onChoose={choose}
        className="justify-self-start"
        options={sampleLanguages.map((value) => ({ value, label: text.samples.languages[value] }))}
      />
      <CodeBlock label={text.samples.languages[language]} code={code} />
      <p className="text-cell text-ink-2">{text.samples.hint[language]}</p>
    </>
  )
}
