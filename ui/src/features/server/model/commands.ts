const MOST_KEPT = 50

const common = [
  'ban',
  'ban-ip',
  'banlist',
  'clear',
  'deop',
  'difficulty',
  'effect',
  'gamemode',
  'gamerule',
  'give',
  'help',
  'kick',
  'kill',
  'list',
  'op',
  'pardon',
  'plugins',
  'reload',
  'save-all',
  'save-off',
  'save-on',
  'say',
  'seed',
  'setworldspawn',
  'spawnpoint',
  'stop',
  'summon',
  'tell',
  'time set day',
  'time set night',
  'title',
  'tp',
  'tps',
  'version',
  'weather clear',
  'weather rain',
  'whitelist add',
  'whitelist list',
  'whitelist off',
  'whitelist on',
  'whitelist remove',
] as const

const key = (server: string) => `modyard.commands.${server}`

/** The commands typed to a server in this tab, oldest first. */
export function typedBefore(server: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(server)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Remembers a typed command; one that is repeated moves to the end. */
export function remember(server: string, command: string): void {
  const kept = [...typedBefore(server).filter((one) => one !== command), command].slice(-MOST_KEPT)
  try {
    sessionStorage.setItem(key(server), JSON.stringify(kept))
  } catch {
    // Without storage there is no history.
  }
}

/** What all begin with. */
function shared(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let end = first.length
  for (const other of others) {
    let same = 0
    while (same < end && other[same] === first[same]) same++
    end = same
  }
  return first.slice(0, end)
}

export type Completion = { text: string; candidates: readonly string[] }

/** Completes a command, or its last word by the name of a player; undefined where there is nothing to add. */
export function complete(text: string, players: readonly string[]): Completion | undefined {
  if (text.trim() === '') return undefined
  const from = Math.max(text.lastIndexOf(' ') + 1, 0)
  const word = text.slice(from).toLowerCase()
  const commands = common.filter((one) => one.startsWith(text.toLowerCase()))
  const names = from > 0 && word !== '' ? players.filter((name) => name.toLowerCase().startsWith(word)) : []
  const found = commands.length > 0 ? commands : names
  if (found.length === 0) return undefined
  const start = commands.length > 0 ? '' : text.slice(0, from)
  const only = found.length === 1
  const completed = start + (only ? `${found[0] ?? ''} ` : shared(found))
  return { text: completed.length > text.length ? completed : text, candidates: only ? [] : found }
}
