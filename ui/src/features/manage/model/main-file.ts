/** A file of a version, by what the choice of the main file knows of it. */
export type Suited = { key: string; name: string; kind: string }

const PACK = 2

/** From the best main file to the worst, as the server counts; what is not named here stands with the packs. */
const KINDS: Readonly<Record<string, number>> = {
  'dev-jar': 3,
  'sources-jar': 4,
  'javadoc-jar': 4,
  signature: 5,
}
const SIGNATURES = ['sig', 'asc']
const SOURCES = ['sources', 'source', 'src', 'javadoc', 'javadocs', '源码', '源代码']
/** The worst first: a name may have several of these words. */
const PARTS: readonly (readonly [string, number])[] = [
  ['dev', 3],
  ['deobf', 3],
  ['api', 1],
]
const LOADERS = new Set(['fabric', 'forge', 'neoforge', 'quilt', 'bukkit', 'spigot', 'paper', 'folia', 'velocity', 'bungeecord', 'sponge'])
const SHARED = new Set([...LOADERS, 'mc', 'minecraft', 'all'])

/** The words of a name in lower case without its extension, and the extension. */
function wordsOf(name: string): { words: string[]; extension: string } {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return { words: words.slice(0, -1), extension: words.at(-1) ?? '' }
}

/** The words that say whose file it is: neither loaders nor numbers, in which the files of one version differ. */
function telling(words: readonly string[]): string {
  return words.filter((word) => !SHARED.has(word) && !/^(?:mc)?v?\p{Nd}/u.test(word)).join(' ')
}

/** How well a file is suited as the main one beside the others; 0 is best. */
export function standing(file: Pick<Suited, 'name' | 'kind'>, all: readonly Pick<Suited, 'name'>[]): number {
  if (file.kind && file.kind !== 'unknown') return KINDS[file.kind] ?? PACK
  const { words, extension } = wordsOf(file.name)
  if (SIGNATURES.includes(extension)) return 5
  if (words.some((word) => SOURCES.includes(word))) return 4
  // The word is part of other names too: fabric-api-0.9.jar. It says what a file is at the end of its name, or where
  // another file has the same name without it.
  for (const [part, stands] of PARTS) {
    if (!words.includes(part)) continue
    const rest = telling(words.filter((word) => word !== part))
    if (words.at(-1) === part || (rest !== '' && all.some((other) => telling(wordsOf(other.name).words) === rest))) return stands
  }
  return 0
}

/** The first of the files that are suited best. */
export function bestSuited<T extends Pick<Suited, 'name' | 'kind'>>(files: readonly T[]): T | undefined {
  return files.reduce<T | undefined>((best, file) => (best && standing(best, files) <= standing(file, files) ? best : file), undefined)
}

/**
 * The key of the file that is the main one: the chosen one, else that of before, unless it goes away or only accompanies a
 * new file. An author who had made it the main one beside a better one meant it.
 */
export function mainKey(
  files: readonly Suited[],
  chosen: string | undefined,
  before: { files: readonly Suited[]; main: string | undefined },
): string | undefined {
  if (files.some((file) => file.key === chosen)) return chosen
  const best = bestSuited(files)
  const old = files.find((file) => file.key === before.main)
  if (!old || !best) return best?.key
  const was = before.files.find((file) => file.key === before.main)
  const better = bestSuited(before.files)
  const meant = was && better && standing(was, before.files) > standing(better, before.files)
  return !meant && standing(old, files) > 0 && standing(best, files) === 0 ? best.key : old.key
}
