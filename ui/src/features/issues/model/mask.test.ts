import { describe, expect, test } from 'vitest'
import { mask } from './mask'

const hidden = (text: string) => Object.fromEntries(mask(text).hidden.map(({ kind, count }) => [kind, count]))

/** A line of a log, what of it must be gone, and what must stay. */
const leaks: readonly (readonly [what: string, line: string, gone: string, stays?: string])[] = [
  ['an argument with its token', '--username Bob --accessToken abcDEF123.xyz --version 1.20.1', 'abcDEF123.xyz', '--version 1.20.1'],
  ['a printed list of arguments', '[--accessToken, 0a1b2c3d4e5f, --version, 1.20.1]', '0a1b2c3d4e5f', '1.20.1'],
  ['an argument with an equals sign', '--accessToken=s3cr3t-value', 's3cr3t-value'],
  ['quoted arguments', '"--accessToken" "s3cr3t-value"', 's3cr3t-value'],
  ['a session of the old launcher', '(Session ID is token:aaaabbbbcccc:0123456789abcdef0123456789abcdef)', 'aaaabbbbcccc'],
  ['a key in JSON', '{"accessToken":"zzzz9999","expires":1}', 'zzzz9999', '"expires":1'],
  ['an escaped key in JSON', '"{\\"refresh_token\\":\\"q.q.q\\"}"', 'q.q.q'],
  ['a query', 'GET https://a.example/x?token=0123456789&page=2', '0123456789', 'page=2'],
  ['a signed web token', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl ok', 'eyJzdWIiOiIxIn0', 'ok'],
  ['a header', 'Authorization: Bearer abc.def-123~x=', 'abc.def-123'],
  ['another header', 'authorization = Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['a cookie', 'Set-Cookie: sid=38afes7a8; Path=/', '38afes7a8'],
  ['a password', 'rcon.password=hunter2', 'hunter2', 'rcon.password='],
  ['a password in Chinese', '数据库密码：我的Pass9', '我的Pass9', '数据库密码'],
  ['a password in an address', 'jdbc:mysql://root:hunter2@db.example/mc', 'hunter2', 'jdbc:mysql://'],
  ['a key of a code host', 'using ghp_abcdefghijklmnop1234 now', 'ghp_abcdefghijklmnop1234', 'now'],
  ['a key of this site', 'mrp_abcdefghijklmnopqrstuvwxyz', 'mrp_abcdefgh'],
  ['a webhook', 'https://discord.com/api/webhooks/123456789/AbC-dEf_123456', 'AbC-dEf_123456'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\nafter', 'MIIEow', 'after'],
  ['a private key without its end', 'x\n-----BEGIN PRIVATE KEY-----\nMIIEow', 'MIIEow', 'x'],
  ['the rest of a key', `before\n${'A1b2'.repeat(16)}\nafter`, 'A1b2A1b2', 'after'],
  ['an address with its port', 'Steve_01[/203.0.113.7:51234] logged in with entity id 3', '203.0.113.7', 'logged in with entity id 3'],
  ['an address at home', 'bind to 192.168.1.23', '192.168.1.23', 'bind to'],
  ['a newer address', 'from [2001:db8:0:1::42]:25565', '2001:db8:0:1::42', ':25565'],
  ['a full newer address', '/2001:0db8:0000:0000:0000:ff00:0042:8329:51234', 'ff00:0042'],
  ['one with its zone', 'fe80::1ff:fe23:4567:890a%eth0', '4567:890a'],
  ['one with an old one in it', '::ffff:198.51.100.9', '198.51.100.9'],
  ['a network card', 'mac 00:1A:2b:3C:4d:5E', '1A:2b'],
  ['a server by name', 'Connecting to play.my-server.example, 25565', 'my-server', '25565'],
  ['a server as an argument', '--server mc.example.cn --port 25565', 'mc.example.cn', '--port 25565'],
  ['an e-mail address', 'mail li.lei+mc@mail.example.cn please', 'li.lei', 'please'],
  ['a launcher that names the player', '[main/INFO]: Setting user: Steve_01', 'Steve_01', 'Setting user'],
  ['an id', 'UUID of player Steve_01 is 0f3c1a8e-1111-4222-8333-944445555666', '0f3c1a8e', 'UUID of player'],
  ['a player of the game', "LocalPlayer['Notch2'/313, l='ClientLevel', x=1.5]", 'Notch2', 'x=1.5'],
  ['a profile', 'GameProfile[id=<null>, name=Steve_01, properties={}]', 'Steve_01', 'properties={}'],
  ['chat', '[12:00:01] [Render thread/INFO]: <Steve_01> hello', 'Steve_01', 'hello'],
  ['who joined', '[12:00:01] [Server thread/INFO]: 小明_MC joined the game', '小明_MC', 'joined the game'],
  ['a home on Windows', 'C:\\Users\\Li Lei\\AppData\\Roaming\\.minecraft\\mods', 'Li Lei', '\\AppData\\Roaming\\.minecraft\\mods'],
  ['an escaped one', '"D:\\\\Users\\\\lilei\\\\mods"', 'lilei', 'mods'],
  ['one with slashes', 'file:///C:/Users/lilei/mods/a.jar', 'lilei', '/mods/a.jar'],
  ['a coded one', 'file:/C:/Users/%E6%9D%8E%E9%9B%B7/mods/a.jar', '%E6%9D%8E', '/mods/a.jar'],
  ['a Chinese one', 'C:\\Users\\李雷\\.minecraft', '李雷', '.minecraft'],
  ['a short one', 'C:\\Users\\LILEI~1\\AppData', 'LILEI~1', 'AppData'],
  ['one at the end', 'cwd C:\\Users\\lilei', 'lilei', 'cwd'],
  ['a home on Linux', '/home/lilei/.minecraft/logs', 'lilei', '/.minecraft/logs'],
  ['a home on a Mac', '/Users/lilei/Library/Application Support', 'lilei', '/Library/Application Support'],
  ['one of Windows in Linux', '/mnt/c/Users/lilei/mods', 'lilei', '/mods'],
  ['a share', '\\\\nas\\home\\lilei\\mods', 'lilei', 'mods'],
  ['a variable', 'USERPROFILE=C:\\Users\\lilei', 'lilei', 'USERPROFILE'],
]

test.each(leaks)('%s is hidden', (_, line = '', gone = '', stays = '') => {
  const { text } = mask(line)
  expect(text).not.toContain(gone)
  expect(text).toContain(stays)
  expect(mask(text).text).toBe(text)
})

/** What a report needs, and no rule may take. */
test.each([
  'java.lang.NullPointerException: Cannot invoke "net.minecraft.world.level.Level.isClientSide()" because "this.level" is null',
  '\tat java.base/java.lang.Thread.run(Thread.java:833) ~[?:?]',
  '\tat TRANSFORMER/minecraft@1.20.1/net.minecraft.client.Minecraft.m_91383_(Minecraft.java:1146)',
  '\tat MC-BOOTSTRAP/cpw.mods.modlauncher@10.0.9/cpw.mods.modlauncher.Launcher.run(Launcher.java:108)',
  '[12:34:56] [Render thread/INFO] [minecraft/ReloadableResourceManager]: Reloading ResourceManager: vanilla, mod_resources',
  'create-1.20.1-0.5.1.7.jar                         |Create                        |create                        |12.5.1.7            |DONE      |Manifest: NOSIGNATURE',
  'OpenGL Version 4.6.0 NVIDIA 531.79, Minecraft Version: 1.20.1, Java 17.0.8',
  'Mixin apply for mod create failed create.mixins.json:Foo from mod create -> net.minecraft.Foo@handler$zza000$x',
  'unexpected token: EOF at line 3',
  'Bound to 0.0.0.0:25565 and 127.0.0.1, ::1',
  'C:\\Users\\Public\\Documents\\game',
  'minecraft:stone, minecraft::air? 12:30 ::',
  'Loading 132 mods:\n\t- fabric-api 0.92.0+1.20.1\n\t- sodium 0.5.3+mc1.20.1',
  '',
])('what says nothing about a person stays: %s', (line) => {
  expect(mask(line)).toEqual({ text: line, hidden: [] })
})

describe('a name that one line gives away', () => {
  test('is hidden in every line, whatever its case', () => {
    const { text } = mask('Setting user: Steve_01\nsaving playerdata for steve_01\nSTEVE_01.dat\nNotSteve_01x stays')
    expect(text.toLowerCase().match(/steve_01/g)).toHaveLength(1)
    expect(text).toContain('NotSteve_01x')
  })

  test('is hidden also before that line, and where it is the name of a folder elsewhere', () => {
    const { text } = mask('/opt/games/lilei/mods\n/home/lilei/mods')
    expect(text).not.toContain('lilei')
  })

  test('is hidden as a whole where it begins with another', () => {
    expect(mask('Setting user: Steve\n/home/Steve_Jobs/x\nSteve_Jobs, Steve').text).not.toMatch(/Steve|Jobs/)
  })

  test('with marks of patterns is no pattern', () => {
    expect(mask('--username a.*b\nacccb a.*b').text).toBe('--username ‹账号›\nacccb ‹账号›')
  })

  test('that is a common word takes nothing else away', () => {
    expect(mask('/home/minecraft/x\nnet.minecraft.server').text).toBe('/home/‹用户目录›/x\nnet.minecraft.server')
  })
})

test('it is counted what was hidden', () => {
  expect(hidden('--accessToken abcdefgh\n10.0.0.1 10.0.0.2\na@b.example')).toEqual({ token: 1, address: 2, mail: 1 })
})

test('marks that a log brings along open no way around', () => {
  expect(mask('password=‹令牌›hunter2').text).not.toContain('hunter2')
  expect(mask('Setting user: 账号\npassword=hunter2 账号').text).toBe('Setting user: ‹账号›\npassword=‹令牌› ‹账号›')
})

/** A generator that gives the same texts in every run. */
function* random(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test('any mixture of pieces keeps no secret, and masking it again changes nothing', () => {
  const pieces = [
    ...leaks.map(([, line]) => line),
    ' ',
    '\n',
    '"',
    '[',
    ']',
    ',',
    '=',
    ': ',
    '‹账号›',
    '‹',
    '%',
    '\\',
    '/',
    '账号',
    '😀',
    '\0',
  ]
  const next = random(37)
  const pick = (most: number) => Math.floor((next.next().value as number) * most)
  for (let round = 0; round < 400; round++) {
    const chosen = Array.from({ length: 1 + pick(6) }, () => pieces[pick(pieces.length)] ?? '')
    const once = mask(chosen.join('\n')).text
    expect(mask(once).text).toBe(once)
    for (const [, line, gone] of leaks) if (chosen.includes(line)) expect(once).not.toContain(gone)
  }
})

test('texts made to keep a pattern busy are read to their end', () => {
  for (const hostile of [
    '-----BEGIN PRIVATE KEY-----',
    'a@',
    ':',
    'C:\\Users\\',
    '1.',
    'password=',
    '%',
    '<a',
    "Player['",
    'x ',
    'eyJ',
    'a.',
  ]) {
    const text = hostile.repeat(Math.ceil(20_000 / hostile.length))
    expect(typeof mask(text).text).toBe('string')
  }
})
