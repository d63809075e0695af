import { issueMaskText as marks } from '@/lib/i18n/zh-Hans/issue-log'

/** What is hidden in a log: addresses, e-mail addresses, secrets, account names and ids, names of home folders. */
export type Hidden = 'address' | 'mail' | 'token' | 'account' | 'home'
export type Masked = { text: string; hidden: { kind: Hidden; count: number }[] }

const kinds: readonly Hidden[] = ['token', 'account', 'home', 'address', 'mail']
const isMark = (text: string) => kinds.some((kind) => text === marks[kind])

/** Words that a log has for other reasons: as a name of a person or of a folder they are not looked for elsewhere. */
const common = new Set(
  'user users admin administrator root public shared default guest home local player players server client minecraft forge neoforge fabric quilt java javaw main render thread worker mods mod config world com net org io the and for from with info warn error debug null none true false unknown runner container ubuntu debian steam vanilla game launcher version'.split(
    ' ',
  ),
)
/** Folders beside the homes of people. */
const sharedFolders = new Set(['public', 'shared', 'default', 'default user', 'all users', 'desktop.ini', 'lost+found'])

/** The names of a value that is a secret; `token` alone stands for other things too, and takes only a long value. */
const secretName =
  '(?:access|refresh|client|auth|bearer|id|session|api|bot|webhook|csrf|xbl|xsts|msa)[_\\-. ]?(?:token|key)|(?:client|api|shared)[_\\-. ]?secret|secret|pass(?:word|wd|phrase)|pwd|api[_\\-. ]?key|private[_\\-. ]?key|session[_\\-. ]?id|cookie|credentials?|密码|口令|令牌'
/** Between the name of a value and the value: JSON, properties and queries. */
const between = '["\'\\\\]{0,3}\\s{0,4}[=:：]\\s{0,4}["\'\\\\]{0,3}'
/** The same for an argument, also in a printed list of arguments. */
const after = '["\']?(?:\\s{0,4}[=,]\\s{0,4}|\\s{1,4})["\']?'
const value = '[^\\s"\'\\\\,;&)\\]}]'

type Rule = { kind: Hidden | ((found: string) => Hidden); pattern: RegExp }

/** What is hidden is the first group, or without one the match. */
const secrets: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]{0,8000}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  // A line that is nothing but a coded block, such as the rest of a key.
  /^[A-Za-z0-9+/]{56,}={0,2}$/gm,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /\b(?:Bearer|Basic|Digest|XBL3\.0)\s{1,4}([\w.~+/=;-]{8,})/gi,
  /\bsession id is:?\s{1,4}([^\s)]{4,})/gi,
  /\btoken:([^\s:)]{6,})(?=:[0-9a-f-]{8,})/gi,
  /\b(?:Authorization|set-cookie)["']?\s{0,4}[:=]\s{0,4}["']?([^\r\n"']{1,4000})/gi,
  /\b(?:gh[pousr]_\w{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{30,}|mr[a-z]_\w{20,}|sk-[\w-]{16,})/g,
  /\bapi\/webhooks\/(\d{5,}\/[\w-]{10,})/g,
  /\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g,
  /:\/\/([^\s/@:]{1,200}:[^\s/@]{1,200})@/g,
  new RegExp(`(?:${secretName})${between}(${value}{1,4000})`, 'gi'),
  new RegExp(`--(?:session|${secretName})${after}(${value}{1,4000})`, 'gi'),
  new RegExp(`\\b(?:token|auth|key|sig|signature)=(${value}{8,4000})`, 'gi'),
  new RegExp(`\\btoken["']?\\s{0,4}:\\s{0,4}["']?(${value}{12,4000})`, 'gi'),
]

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
const name = '[\\p{L}\\p{N}_.\\-]{2,40}'

/** Where a log names the person who plays, or others on the server. */
const accounts: readonly RegExp[] = [
  /\bsetting user:\s{0,4}(\S{2,200})/gi,
  new RegExp(`--(?:username|gameProfile|xuid|uuid|user|profileName)${after}([^\\s"',\\]]{2,200})`, 'gi'),
  /(?:\b(?:user[_ -]?name|player[_ -]?name|user\.name|logname|xuid|gamertag|profile[_ -]?name)|用户名|玩家名|玩家名称)["']?\s{0,4}[=:：]\s{0,4}["']?([^\s"',;)\]}]{2,200})/gi,
  new RegExp(`\\bUUID of player (${name}) is\\b`, 'gu'),
  new RegExp(`(?:^|[\\s\\]:])(${name}) ?\\[/?[^\\]\\s]{3,80}\\] logged in\\b`, 'gmu'),
  new RegExp(
    `(?:^|\\]: ?|\\s)(${name}) (?:joined the game|left the game|lost connection|was kicked|has made the advancement|has completed the challenge|has reached the goal|issued server command|moved too quickly|moved wrongly)`,
    'gmu',
  ),
  new RegExp(`\\b(?:Disconnecting|Kicked|Kicking|Banned|Opped|De-opped|Teleported|Whitelisted) (?:player )?(${name})`, 'gu'),
  /\]: ?(?:\[[^\]\r\n]{0,40}\] ?)?<([^<>\r\n]{2,40})> /g,
  /\b\w{0,40}Player\w{0,20}\[['"]([^'"\r\n]{2,40})['"]/g,
  /\bGameProfile[^\r\n]{0,120}?\bname=['"]?([^\s'",\])}]{2,40})/g,
  /\b(?:player|user|account) ['"‘“]([A-Za-z0-9_]{3,16})['"’”]/gi,
  /\blogged in (?:as|with user):? ['"]?([A-Za-z0-9_]{3,16})\b/gi,
]

/** The folders of people, with escaped and coded separators; names on Windows may have spaces. */
const homes: readonly RegExp[] = [
  /\b[a-z](?::|%3A)(?:[\\/]|%5C|%2F){1,4}(?:users|用户|documents and settings)(?:[\\/]|%5C|%2F){1,4}([^\\/:*?"<>|\r\n%]{1,64}(?=[\\/])|(?:%(?!5C|2F)[0-9a-f]{2}|[^\s\\/:*?"<>|,;)\]}'`%]){1,96})/gi,
  /(?:\/(?:var\/)?home|\/mnt\/[a-z]\/users|\/[a-z]\/users|\/Users|\/export\/home|\/usr\/home)\/{1,2}((?:%(?!5C|2F)[0-9a-f]{2}|[^\s\\/:*?"<>|,;)\]}'`%]){1,96})/gi,
  /\\\\[\w.-]{1,64}\\(?:users|home)\\([^\\/:*?"<>|\r\n\s]{1,64})/gi,
  /\b(?:USERPROFILE|HOMEPATH)["']?\s{0,4}[=:]\s{0,4}["']?(?:[a-z]:)?\\{1,2}(?:users\\{1,2})?([^\\/:*?"<>|\r\n\s]{1,64})/gi,
]

/** The server that is played on, by its name. */
const hosts: readonly RegExp[] = [
  /\bConnecting to (?!the\b)([\p{L}\p{N}.-]{3,253})(?=[,:] ?\d)/giu,
  new RegExp(`--(?:server|ip|host|quickPlayMultiplayer)${after}([\\p{L}\\p{N}.\\-]{3,253})`, 'giu'),
  /\bserver-ip\s{0,4}=\s{0,4}([\p{L}\p{N}.-]{3,253})/giu,
]

const mail = /[\w.+%-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.\p{L}{2,24}\b/gu
/** A class or a module with its version or hash looks like an address for letters. */
const notMail = /@(?:\d+\.|[0-9a-f]{6,8}\b)|\.(?:jar|class|json|java|toml|log|txt|zip)$/i
const mac = /(?<![\w:-])(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![\w:])|(?<![\w-])(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![\w-])/gi
/** A version may have four parts too: it follows a letter, or the dash of a file's name. */
const v4 = /(?<![\w.+]|\w-)(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)/g
const v6 = /(?<![\w:.])[0-9a-f]{0,4}:[0-9a-f:]{2,80}(?:\d{1,3}(?:\.\d{1,3}){3})?(?:%[\w.-]{1,20})?(?![\w])/gi
/** A row of the list of mods in a report: a file, and its version, which may have four parts. */
const modRow = /^\s*[^|\r\n]{1,200}\.jar\s*\|/

/**
 * Hides what says who somebody is in a log. A name that one line gives away is hidden in all others too. A text that
 * was masked before stays as it is.
 */
export function mask(log: string): Masked {
  const counts = new Map<Hidden, number>()
  const hide = (kind: Hidden) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return marks[kind]
  }
  const names = new Map<string, Hidden>()
  const learn = (kind: Hidden, found: string) => {
    for (const one of [found, decoded(found), found.split(' ')[0] ?? '']) {
      const plain = one.trim()
      // A name of two letters is part of too many words; one of two characters is a whole name in Chinese.
      if (plain.length >= (/\P{ASCII}/u.test(plain) ? 2 : 3) && !common.has(plain.toLowerCase()) && !/^\d+$/.test(plain))
        names.set(plain.toLowerCase(), kind)
    }
    return true
  }

  let text = log.replaceAll('\r\n', '\n')
  for (const pattern of secrets) text = replaced({ kind: 'token', pattern }, text, hide)
  for (const pattern of homes)
    text = replaced(
      { kind: 'home', pattern },
      text,
      hide,
      (found) => !sharedFolders.has(found.trim().toLowerCase()) && learn('home', found),
    )
  for (const pattern of accounts)
    text = replaced({ kind: 'account', pattern }, text, hide, (found) => !common.has(found.toLowerCase()) && learn('account', found))
  text = replaced({ kind: 'account', pattern: uuid }, text, hide, (found) => !/^[0-]+$/.test(found))
  text = replaced({ kind: 'mail', pattern: mail }, text, hide, (found) => !notMail.test(found))
  for (const pattern of hosts)
    text = replaced({ kind: 'address', pattern }, text, hide, (found) => found !== 'localhost' && !/^127\./.test(found))
  text = replaced({ kind: 'address', pattern: v6 }, text, hide, isV6)
  text = replaced({ kind: 'address', pattern: mac }, text, hide)
  text = replaced({ kind: 'address', pattern: v4 }, text, hide, (found, before) => isV4(found) && !modRow.test(before))
  if (names.size > 0) {
    // The longest first: one name may be the beginning of another.
    const all = [...names.keys()].sort((one, other) => other.length - one.length).map(escaped)
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}_‹])(?:${all.join('|')})(?![\\p{L}\\p{N}_›])`, 'giu')
    text = replaced({ kind: (found) => names.get(found.toLowerCase()) ?? 'account', pattern }, text, hide)
  }
  return { text, hidden: kinds.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind) ?? 0 }] : [])) }
}

/** Replaces what a rule finds and the check accepts; it gets the found text and its line up to there. */
function replaced(
  { kind, pattern }: Rule,
  text: string,
  hide: (kind: Hidden) => string,
  check?: (found: string, before: string) => boolean,
): string {
  let result = ''
  let end = 0
  for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}d`))) {
    const span = match.indices?.[match.length > 1 ? 1 : 0]
    if (!span) continue
    const found = text.slice(...span)
    if (isMark(found) || check?.(found, lineBefore(text, span[0])) === false) continue
    result += text.slice(end, span[0]) + hide(typeof kind === 'string' ? kind : kind(found))
    end = span[1]
  }
  return result + text.slice(end)
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The line of a position, up to it. */
const lineBefore = (text: string, at: number) => text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 400), at)

/** Addresses that name a computer; one that begins with 0, and the computer itself, say nothing. */
function isV4(found: string): boolean {
  const parts = found.split('.').map(Number)
  return parts.every((part) => part <= 255) && parts[0] !== 0 && found !== '127.0.0.1' && parts[0] !== 255
}

function isV6(found: string): boolean {
  const [address = ''] = found.split('%')
  const plain = address.replace(/:$/, address.endsWith('::') ? ':' : '')
  const halves = plain.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const dotted = groups.at(-1)?.includes('.') ? 1 : 0
  const hex = groups.slice(0, groups.length - dotted)
  // The last group may be a port.
  const wide = hex.every((group, at) => /^[0-9a-f]{1,4}$/i.test(group) || (at === hex.length - 1 && /^\d{1,5}$/.test(group)))
  if (!wide) return false
  const count = hex.length + 2 * dotted
  if (halves.length === 1) return count === 8 || count === 9
  return count >= 1 && count <= 9 && !/^::1?(?::\d+)?$/.test(plain)
}
