import { issueFormText as t } from '@/lib/i18n/zh-Hans/issue'
import { loaderName } from '@/lib/loaders'
import { foldedLog, type Log } from './log'

export type Environment = {
  game: string
  loader: string
  /** The version of the project: its id and its number. */
  version: { id: string; number: string } | undefined
}

/** Text that a Markdown line shows as it is. */
const literal = (text: string) => text.replaceAll(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&').replaceAll(/\s+/g, ' ')

/** What is said about the game above the text. */
function facts({ game, loader, version }: Environment, base: string, log: Pick<Log, 'facts'> | undefined): string[] {
  const read = log?.facts.loader === loader ? log.facts.loaderVersion : undefined
  const lines: string[] = []
  if (game) lines.push(`- ${t.game}：${literal(game)}`)
  if (loader) lines.push(`- ${t.loader}：${literal(loaderName(loader))}${read ? ` ${literal(read)}` : ''}`)
  if (version) lines.push(`- ${t.version}：[${literal(version.number)}](${base}/version/${encodeURIComponent(version.id)})`)
  return lines
}

/** The text of a new issue: the game it was seen in, what the person wrote, and the folded log. `base` is the address of the project. */
export function composed(body: string, environment: Environment, base: string, log: Log | undefined): string {
  const parts = [facts(environment, base, log).join('\n'), body.trim(), log ? foldedLog(log) : '']
  return parts.filter((part) => part !== '').join('\n\n')
}

const words = (text: string) => text.trim().split(/\s+/).join(' ')

/** Whether a text says nothing but what the template says. */
export const untouched = (body: string, template: string): boolean => template.trim() !== '' && words(body) === words(template)
