import { propertyText as t } from '@/lib/i18n/zh-Hans/server-properties'

export type Group = keyof typeof t.groups

type Kind =
  | { kind: 'flag'; usual: 'true' | 'false' }
  | { kind: 'number'; usual: string; min: number; max: number }
  | { kind: 'choice'; usual: string; choices: readonly string[] }
  | { kind: 'text' | 'secret' | 'motd'; usual: string }

/** A setting that the site knows: what it takes, and what the game takes without it. */
export type Known = Kind & { key: string; group: Group }

const flag = (group: Group, usual: boolean, ...keys: string[]): Known[] =>
  keys.map((key) => ({ key, group, kind: 'flag', usual: usual ? 'true' : 'false' }))
const number = (group: Group, key: string, usual: number, min: number, max: number): Known => ({
  key,
  group,
  kind: 'number',
  usual: String(usual),
  min,
  max,
})
const choice = (group: Group, key: string, usual: string, ...choices: string[]): Known => ({ key, group, kind: 'choice', usual, choices })
const text = (group: Group, key: string, usual = '', kind: 'text' | 'secret' | 'motd' = 'text'): Known => ({ key, group, kind, usual })

const LARGEST = 2_147_483_647

/** In the order of the page. The port is not among them: it belongs to the network. */
export const known: readonly Known[] = [
  text('play', 'motd', '', 'motd'),
  choice('play', 'difficulty', 'easy', 'peaceful', 'easy', 'normal', 'hard'),
  choice('play', 'gamemode', 'survival', 'survival', 'creative', 'adventure', 'spectator'),
  number('play', 'max-players', 20, 1, 10_000),
  ...flag('play', true, 'pvp'),
  ...flag('play', false, 'hardcore', 'force-gamemode', 'allow-flight', 'enable-command-block'),
  number('play', 'spawn-protection', 16, 0, 10_000),
  number('play', 'player-idle-timeout', 0, 0, 10_000),
  ...flag('access', true, 'online-mode'),
  ...flag('access', false, 'white-list', 'enforce-whitelist'),
  ...flag('access', true, 'enforce-secure-profile'),
  ...flag('access', false, 'prevent-proxy-connections', 'accepts-transfers', 'hide-online-players'),
  number('access', 'op-permission-level', 4, 1, 4),
  number('access', 'function-permission-level', 2, 1, 4),
  ...flag('access', true, 'broadcast-console-to-ops', 'log-ips'),
  text('world', 'level-name', 'world'),
  text('world', 'level-seed'),
  choice(
    'world',
    'level-type',
    'minecraft:normal',
    'minecraft:normal',
    'minecraft:flat',
    'minecraft:large_biomes',
    'minecraft:amplified',
    'minecraft:single_biome_surface',
  ),
  text('world', 'generator-settings', '{}'),
  ...flag('world', true, 'generate-structures', 'allow-nether', 'spawn-monsters', 'spawn-animals', 'spawn-npcs'),
  number('world', 'max-world-size', 29_999_984, 1, 29_999_984),
  text('world', 'initial-enabled-packs', 'vanilla'),
  text('world', 'initial-disabled-packs'),
  number('load', 'view-distance', 10, 3, 32),
  number('load', 'simulation-distance', 10, 3, 32),
  number('load', 'entity-broadcast-range-percentage', 100, 10, 1000),
  number('load', 'max-tick-time', 60_000, -1, LARGEST),
  number('load', 'max-chained-neighbor-updates', 1_000_000, -1, LARGEST),
  number('load', 'network-compression-threshold', 256, -1, LARGEST),
  number('load', 'pause-when-empty-seconds', 60, -1, LARGEST),
  choice('load', 'region-file-compression', 'deflate', 'deflate', 'lz4', 'none'),
  ...flag('load', true, 'sync-chunk-writes', 'use-native-transport'),
  text('pack', 'resource-pack'),
  text('pack', 'resource-pack-sha1'),
  text('pack', 'resource-pack-id'),
  text('pack', 'resource-pack-prompt'),
  ...flag('pack', false, 'require-resource-pack'),
  ...flag('net', true, 'enable-status'),
  text('net', 'server-ip'),
  number('net', 'rate-limit', 0, 0, LARGEST),
  ...flag('net', false, 'enable-query'),
  number('net', 'query.port', 25_565, 1, 65_535),
  ...flag('net', false, 'enable-rcon'),
  number('net', 'rcon.port', 25_575, 1, 65_535),
  text('net', 'rcon.password', '', 'secret'),
  ...flag('net', true, 'broadcast-rcon-to-ops'),
  ...flag('net', false, 'enable-jmx-monitoring'),
  text('net', 'text-filtering-config'),
]

/** The node sets it at each start. */
const PORT = 'server-port'

/** The settings of a page: those that are known, then the others of the file. */
export function settingsOf(values: Readonly<Record<string, string>>): readonly Known[] {
  const names = new Set(known.map(({ key }) => key))
  const others = Object.keys(values)
    .filter((key) => !names.has(key) && key !== PORT)
    .sort()
  return [...known, ...others.map((key) => text('other', key))]
}

/** What is wrong with a value; undefined where nothing is. */
export function problemOf(setting: Known, value: string): string | undefined {
  if (setting.kind === 'number') {
    const given = Number(value)
    if (!/^-?\d+$/.test(value) || given < setting.min || given > setting.max) return t.wrong.number(setting.min, setting.max)
  }
  if (setting.kind === 'motd') {
    if (value.split('\n').length > 2) return t.wrong.lines
    if (new TextEncoder().encode(value).length > 512) return t.wrong.motd
  } else if (/\p{Cc}/u.test(value)) return t.wrong.control
  if (new TextEncoder().encode(value).length > 1024) return t.wrong.long
  return undefined
}
