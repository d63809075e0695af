import { expect, test } from 'vitest'
import type { PowerAction } from '@/lib/hosting/servers'
import { happening, hosted } from '@/testing/servers'
import { pathsOf, thinned, withSample, type Sample } from './figures'
import { tell, type Happening } from './history'
import { addressOf, exitWords, refusalOf, spanOf, stateOf, type Shown } from './state'
import { visibleRange } from './window'

const now = Date.now()
const actions: readonly PowerAction[] = ['Start', 'Restart', 'Stop', 'Kill']

test.each<[Shown, string]>([
  ['running', '-++ +'],
  ['unresponsive', '-++ +'],
  ['starting', '-++ +'],
  ['slow', '-++ +'],
  ['restarting', '-++ +'],
  ['stopping', '--- +'],
  ['stopped', '+-- -'],
  ['crashed', '+-- -'],
  ['given-up', '+-- -'],
  ['empty', '+-- -'],
  ['away', '--- -'],
  ['unlinked', '--- -'],
  ['suspended', '--- -'],
  ['deleted', '--- -'],
  ['installing', '--- +'],
])('%s: start, restart, stop, kill are %s', (shown, possible) => {
  const found = actions.map((action) => (refusalOf(hosted(), shown, action) ? '-' : '+'))
  expect(`${found.slice(0, 3).join('')} ${found[3]}`).toBe(possible)
})

test('a server without software does not start, and one that waits for its restart can be stopped', () => {
  expect(refusalOf(hosted({ software: 'none' }), 'empty', 'Start')).toBe('还没有安装软件，无法启动')
  expect(refusalOf(hosted({ power: { next: new Date().toISOString() } }), 'crashed', 'Stop')).toBeUndefined()
})

test('who lacks the right of power reads that', () => {
  expect(refusalOf(hosted({ current_user_permissions: 1 }), 'stopped', 'Start')).toBe('你没有电源操作的权限')
})

test('what was asked for is shown for a minute, and not of a server that is suspended', () => {
  const stopped = hosted({ power: { state: 'stopped' } })
  expect(stateOf(stopped, now, { action: 'Start', at: now })).toBe('starting')
  expect(stateOf(stopped, now + 60_000, { action: 'Start', at: now })).toBe('stopped')
  expect(stateOf(hosted({ suspended: true }), now, { action: 'Start', at: now })).toBe('suspended')
})

test('the address is the domain, else the node with the port', () => {
  const net = { domain: '', domain_state: null, ip: '10.0.0.1', port: 25_570 }
  expect([{ ...net, domain: 'a.example' }, net, { ...net, ip: '::1' }, { ...net, ip: null }].map((one) => addressOf({ net: one }))).toEqual(
    ['a.example', '10.0.0.1:25570', '[::1]:25570', undefined],
  )
})

test.each([
  [5, '5 秒'],
  [65, '1 分 5 秒'],
  [3_700, '1 小时 1 分'],
  [90_000, '1 天 1 小时'],
])('%i seconds are %s', (seconds, words) => {
  expect(spanOf(seconds)).toBe(words)
})

test('an end of which nothing is known says so', () => {
  expect(exitWords({})).toBe('原因不明')
  expect(exitWords({ code: 3 }, 'host-restarted')).toBe('节点所在的机器重启，退出代码 3')
})

const sample = (at: number, cpu: number | null): Sample => ({ at, cpu, memory: null, disk: null, players: null })

test('samples are kept for five minutes, and a pause is a gap in the line', () => {
  const kept = withSample([sample(0, 1), sample(10_000, 1)], sample(305_000, 2))
  expect(kept.map(({ at }) => at)).toEqual([10_000, 305_000])
  const { line, area } = pathsOf(
    [sample(0, 50), sample(1_000, 100), sample(2_000, null), sample(3_000, 0), sample(4_000, 0)],
    'cpu',
    100,
    300,
    56,
  )
  expect(line.match(/M/g)).toHaveLength(2)
  expect(area.endsWith('300.0 56Z')).toBe(true)
  expect(pathsOf([sample(0, null)], 'cpu', 100, 300, 56)).toEqual({ line: '', area: '' })
})

test('a table has at most a few of many samples, the newest one among them', () => {
  const some = thinned(Array.from({ length: 95 }, (_, at) => sample(at, 1)))
  expect(some.length).toBeLessThanOrEqual(10)
  expect(some.at(-1)?.at).toBe(94)
})

test('only blocks near the visible part are drawn, and the room of the others stays', () => {
  const sizes = Array.from({ length: 100 }, () => 1_000)
  expect(visibleRange(sizes, { top: 50_000, height: 500 }, false)).toEqual({ from: 49, to: 52, before: 49_000, after: 48_000 })
  expect(visibleRange(sizes, { top: 0, height: 500 }, true)).toEqual({ from: 98, to: 100, before: 98_000, after: 0 })
  expect(visibleRange([], { top: 0, height: 0 }, true)).toEqual({ from: 0, to: 0, before: 0, after: 0 })
})

test('a restored file, one that was not written, and content that is gone say from where and why', () => {
  const of = (kind: string, detail: Record<string, unknown>, actor: Happening['actor'] = null) => {
    const { who, what, more, pin } = tell(
      happening(9, { kind: kind as Happening['kind'], detail, actor, role: actor ? 'member' : 'system' }),
      'Usr00003',
    )
    return [who, what, ...more, pin].join(' | ')
  }
  const verdi = { id: 'Usr00003', username: 'Verdi', avatar_url: null }
  const file = { path: '/server.properties', revision: 41 }
  expect(of('configuration-changed', { ...file, key: 'pvp', cause: 'account', files: 1 }, verdi)).toBe(
    '你 | 恢复写入了配置文件 | server.properties | pvp | 恢复自第 41 号记录 | plain',
  )
  expect(of('configuration-changed', { path: '/server.properties', cause: 'account', files: 1 }, verdi)).toBe(
    '你 | 配置文件有变化 | server.properties | 修改了文件 | plain',
  )
  expect(of('configuration-restore-requested', file, verdi)).toBe('你 | 要求恢复配置文件 | server.properties | 恢复自第 41 号记录 | plain')
  expect(of('configuration-restore-failed', { ...file, cause: 'disk' })).toBe(
    '节点 | 配置文件没有写入 | server.properties | 恢复自第 41 号记录 | 磁盘空间不足 | bad',
  )
  expect(of('expired', {})).toBe('站点 | 收回了已删除服务器的端口与子域名 | plain')
  expect(of('subdomain-failed', { subdomain: 'mengwu' })).toBe('站点 | 子域名没能写入解析 | bad')
  expect(of('content-removed', { file: 'a.jar', cause: 'restore' })).toBe('节点 | 移除了内容 | a.jar | 恢复的备份里没有它 | plain')
  expect(of('content-removed', { file: 'a.jar', cause: 'install' })).toBe('节点 | 移除了内容 | a.jar | 清空安装时一并移除 | plain')
  expect(of('content-removed', { file: 'a.jar' }, verdi)).toBe('你 | 移除了内容 | a.jar | plain')
  expect(of('files-restore-requested', { backup: 'B1', path: '/world/level.dat' }, verdi)).toBe(
    '你 | 要求还原备份中的文件 | /world/level.dat | warn',
  )
  expect(of('files-restored', { backup: 'B1', files: 12, bytes: 2048 })).toBe('节点 | 还原了备份中的文件 | 12 个文件 | 2.00 KiB | ok')
  expect(of('files-restore-failed', { backup: 'B1', cause: 'too-many' })).toBe('节点 | 文件没有还原 | 文件夹里的条目太多 | bad')
})
