import fs from 'node:fs'
import path from 'node:path'

/** Text of each file by its path below the repository root, such as `src/web/main.tsx`. */
export type FileMap = ReadonlyMap<string, string>

export interface Import {
  readonly path: string
  readonly kind: 'static' | 'type' | 'dynamic'
  /** Imported names; undefined when the whole module is imported. */
  readonly names: readonly string[] | undefined
}

/** The imports of each file that lead to another file of the map. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>

const root = path.resolve(import.meta.dirname, '..')

/** The TypeScript files below the given folders of the repository. */
export function readFiles(...folders: string[]): FileMap {
  const names = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  )
  return new Map(
    names
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [name, fs.readFileSync(path.join(root, name), 'utf8')]),
  )
}

export const isTest = (file: string) => /\.(test|e2e)\.tsx?$|\/test-[\w-]+\.tsx?$/.test(file)

export function buildImportGraph(files: FileMap): ImportGraph {
  return new Map(
    [...files].map(([file, text]) => [
      file,
      importsOf(text)
        .map((found) => ({ ...found, path: resolve(file, found.path) }))
        .filter((found) => files.has(found.path)),
    ]),
  )
}

/** The source files that import each file. */
export function importersByFile(graph: ImportGraph): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const target of new Set(imports.map((found) => found.path)))
      importers.set(target, [...(importers.get(target) ?? []), file])
  return importers
}

const withoutComments = (text: string) =>
  text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '')

// Several checks read the same files, and parsing them takes longer than the checks.
const parsedImports = new Map<string, readonly Import[]>()

function importsOf(source: string): readonly Import[] {
  const imports = parsedImports.get(source) ?? parseImports(source)
  parsedImports.set(source, imports)
  return imports
}

function parseImports(source: string): Import[] {
  const text = withoutComments(source)
  const statements = text.matchAll(/^import\s+(type\s+)?(?:([^'"]*?)\s+from\s+)?'([^']+)'/gm)
  const calls = text.matchAll(/\bimport\('([^']+)'\)/g)
  return [
    ...[...statements].map(([, type, clause = '', target = '']): Import => {
      const names = /^\{([\s\S]*)\}$/.exec(clause)?.[1]
      const specifiers = names?.split(',').map((name) => name.trim()) ?? []
      const isType = Boolean(type) || (specifiers[0] && specifiers.every(isTypeSpecifier))
      return {
        path: target,
        kind: isType ? 'type' : 'static',
        names: names === undefined ? undefined : specifiers.map(importedName).filter(Boolean),
      }
    }),
    ...[...calls].map(([, target = '']): Import => ({
      path: target,
      kind: 'dynamic',
      names: undefined,
    })),
  ]
}

const isTypeSpecifier = (specifier: string) => specifier === '' || specifier.startsWith('type ')
const importedName = (specifier: string) => specifier.replace(/^type /, '').split(' as ')[0] ?? ''

function resolve(from: string, target: string): string {
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  return path.posix.join(path.posix.dirname(from), target)
}

/** The names a file exports, without those it passes on from elsewhere. */
export function parseExports(source: string): string[] {
  const text = withoutComments(source)
  const declared = text.matchAll(
    /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
  )
  const destructured = text.matchAll(/^export const \{([^}]*)\}/gm)
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...destructured].flatMap(([, names = '']) => splitNames(names, ':')),
    ...[...listed].flatMap(([, names = '']) => splitNames(names, ' as ')),
  ]
}

const splitNames = (names: string, separator: string) =>
  names
    .split(',')
    .map(
      (name) =>
        name
          .replace(/^\s*type /, '')
          .split(separator)
          .at(-1)
          ?.trim() ?? '',
    )
    .filter(Boolean)
