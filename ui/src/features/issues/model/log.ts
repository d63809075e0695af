import { formatExact } from '@/lib/format'
import { issueLogText as t } from '@/lib/i18n/zh-Hans/issue-log'
import { mask, type Masked } from './mask'

/** The largest file that is read, in bytes. */
export const MAX_FILE = 16 * 1024 * 1024
/** How much of a log is looked at, from each end, and how much of it is sent, in characters. */
const LOOKED_AT = 200_000
const SENT = 40_000

/** What a log says about the game. */
export type LogFacts = { game?: string; loader?: string; loaderVersion?: string; mods?: number }
export type Log = Masked & { name: string; facts: LogFacts /** Lines of the middle that are left out. */; cut: number }

/** A log as it is sent: what is personal hidden, and so short that it fits into a text. */
export function readLog(name: string, text: string): Log {
  const near = shortened(text.replaceAll('\0', ''), LOOKED_AT * 2)
  const masked = mask(near.text)
  const sent = shortened(masked.text, SENT)
  return { ...masked, text: sent.text, name: mask(name).text.slice(0, 100), facts: factsOf(near.text), cut: near.cut + sent.cut }
}

/** A text of at most so many characters without its middle; it is cut between lines while there are any. */
export function shortened(text: string, most: number): { text: string; cut: number } {
  if (text.length <= most) return { text, cut: 0 }
  const half = Math.floor((most - 100) / 2)
  const lastLine = text.lastIndexOf('\n', half)
  const nextLine = text.indexOf('\n', text.length - half)
  const head = lastLine > 0 ? lastLine : half
  const tail = nextLine >= 0 && nextLine < text.length - 1 ? nextLine + 1 : text.length - half
  const cut = Math.max(1, text.slice(head, tail).split('\n').length - 2)
  return { text: `${text.slice(0, head)}\n\n${t.cutMark(formatExact(cut))}\n\n${text.slice(tail)}`, cut }
}

const version = '([\\w.+-]{1,40})'
const loaders: readonly (readonly [string, RegExp])[] = [
  [
    'neoforge',
    new RegExp(
      `--fml\\.neoForgeVersion,? "?${version}|\\bNeoForge(?: mod loading, version)?[ :v]{1,3}(\\d[\\w.+-]{1,40})|^\\s*net\\.neoforged:(\\d[\\w.+-]{1,40})`,
      'im',
    ),
  ],
  ['quilt', new RegExp(`\\bQuilt Loader[ :v]{1,3}(\\d[\\w.+-]{1,40})|\\bquilt[_-]loader ${version}`, 'i')],
  ['fabric', new RegExp(`\\bFabric ?Loader[ :v]{1,3}(\\d[\\w.+-]{1,40})|\\bfabricloader(?:: Fabric Loader)? (\\d[\\w.+-]{1,40})`, 'i')],
  [
    'forge',
    new RegExp(
      `--fml\\.forgeVersion,? "?${version}|\\bMinecraftForge v?(\\d[\\w.+-]{1,40})|\\bForge(?: Mod Loader)?(?: version)?[ :]{1,2}v?(\\d[\\w.+-]{1,40})|\\bforge-(\\d[\\w.+-]{1,40}?)(?:-universal)?\\.jar`,
      'i',
    ),
  ],
]
const games = [
  /^\s*Minecraft Version: ?(\d[\w.-]{0,30})/im,
  /--fml\.mcVersion,? "?(\d[\w.-]{0,30})/i,
  /\bLoading Minecraft (\d[\w.-]{0,30})/i,
  /\bminecraft server version (\d[\w.-]{0,30})/i,
  /--version,? "?(1\.\d{1,2}(?:\.\d{1,2})?)\b/i,
]

/** What a log says about the game, its loader and how many mods there are. */
export function factsOf(text: string): LogFacts {
  const facts: LogFacts = {}
  for (const pattern of games) {
    const found = pattern.exec(text)?.[1]
    if (found === undefined) continue
    facts.game = found
    break
  }
  for (const [loader, pattern] of loaders) {
    const found = pattern.exec(text)
    if (!found) continue
    facts.loader = loader
    const number = found.slice(1).find((one) => one !== undefined)
    if (number !== undefined) facts.loaderVersion = number
    break
  }
  const said = /\bLoading (\d{1,5}) mods\b/i.exec(text)?.[1]
  const rows = said === undefined ? (text.match(/^\s*[^|\r\n]{1,200}\.jar\s*\|/gm) ?? []).length : Number(said)
  if (rows > 0) facts.mods = rows
  return facts
}

/** A log as part of a Markdown text: folded, in a fence that no line of it closes. */
export function foldedLog({ name, text }: Pick<Log, 'name' | 'text'>): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const title = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/g, ' ').trim()
  return `<details><summary>${title || t.paste}</summary>\n\n${fence}text\n${text.replace(/\n+$/, '')}\n${fence}\n\n</details>`
}

/** Whether a pasted text is a log rather than something that belongs into the description. */
export function looksLikeLog(text: string): boolean {
  const lines = text.split('\n', 400)
  if (/-{2,} ?Minecraft Crash Report|^\s*# A fatal error has been detected by the Java/im.test(text)) return true
  if (lines.length < 12) return false
  const marks = lines.filter((line) =>
    /^\s*(?:at [\w$.]+\.[\w$<>]+\(|Caused by: |\[\d{1,2}:\d{2}:\d{2}\]|\[\d{2}\w{3}\d{4} |\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2})/.test(line),
  )
  return marks.length * 2 >= lines.length
}
