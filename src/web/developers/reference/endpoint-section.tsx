import { useState } from 'react'

import { referenceText as text } from '#web/messages/en/reference.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
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
import { BackLink, SectionHeading } from './topic-section.tsx'
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
    <article className="reference-section">
      <BackLink />
      <header>
        <SectionHeading>
          <b data-method={method}>{method}</b> <code dir="ltr">{path}</code>
        </SectionHeading>
        <p>{summary}</p>
        <p className="reference-facts">
          {formatScope(endpoint)}
          <Marks mark={endpoint} />
        </p>
      </header>
      {parameters.length > 0 && (
        <>
          <h3>{text.parameters}</h3>
          <ul className="reference-fields">
            {parameters.map((parameter) => (
              <ParameterLine key={`${parameter.place} ${parameter.name}`} parameter={parameter} />
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h3>{text.body}</h3>
          <ul className="reference-fields">
            {body.fields.map((field, at) => (
              <FieldLine key={at} field={field} />
            ))}
          </ul>
          {body.omitted > 0 && <p className="reference-summary">{text.moreFields(body.omitted)}</p>}
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
      <h3>{text.response}</h3>
      <Response response={response} isStream={isText(details)} />
      <h3>{text.errors}</h3>
      <ul className="reference-statuses">
        {details.statuses.map(({ status, code, meaning, ...mark }) => (
          <li key={`${status} ${code}`}>
            <b>{status}</b> {code && <code>{code}</code>} {meaning} <Marks mark={mark} />
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
  isAddition && <em>{capability ? text.additionOf(capability) : text.addition}</em>

const ParameterLine = ({ parameter }: { parameter: Parameter }) => (
  <li>
    <code>{parameter.name}</code>{' '}
    <span>
      {text.places[parameter.place]}, {parameter.type}
      {parameter.description && `. ${parameter.description}`}
    </span>
    {parameter.isRequired && <strong>{text.required}</strong>}
    <Marks mark={parameter} />
  </li>
)

const FieldLine = ({ field }: { field: FieldRow }) => (
  <li data-depth={field.depth > 0 ? field.depth : undefined}>
    <code>{field.name}</code> <span>{field.type}</span>
    {field.isRequired && <strong>{text.required}</strong>}
    <Marks mark={field} />
  </li>
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
      <p className="reference-summary">
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
      <h3>{text.samples.title}</h3>
      <SegmentedControl
        label={text.samples.language}
        value={language}
        onChoose={choose}
        className="justify-self-start"
        options={sampleLanguages.map((value) => ({ value, label: text.samples.languages[value] }))}
      />
      <CodeBlock label={text.samples.languages[language]} code={code} />
      <p className="reference-summary">{text.samples.hint[language]}</p>
    </>
  )
}
