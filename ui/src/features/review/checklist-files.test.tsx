import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { judgedFileOf, packFileOf, packFilesOf } from '@/testing/packfiles'
import { renderRoute } from '@/testing/render-route'
import { resetEachTest, signedIn, world } from '@/testing/review'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'
import type { Step } from './model/checklist'
import type { Judgements, PackFile, PackFiles } from './packfile-api'

resetEachTest()

const filler = { id: 'FILES', question: '哪些文件', required: true, large: true }
const option = (id: string, name: string) => ({ id, name, fillers: [filler], reason: 'copyright', verdict: 'reject' as const })
const step: Step = {
  id: 'modpack-permissions',
  title: '整合包授权',
  question: '包内的每个文件都允许放进整合包吗？',
  rules: ['规则'],
  examples: ['例子'],
  exceptions: ['例外'],
  tab: '',
  applies: true,
  facts: [],
  options: [option('pack-not-permitted', '含有未获许可的文件'), option('pack-attribution-missing', '缺少署名')],
}

/** Answers as the API does: a judgement changes the file, and one that has not seen the present one is refused. */
function api(files: PackFile[], more: Partial<PackFiles> = {}) {
  const state = { files, sent: [] as Judgements[], asked: 0, fails: false, conflict: false }
  signedIn('moderator')
  server.use(
    http.get('/_internal/moderation/project/:id/checklist', () => HttpResponse.json({ steps: [step], progress: world.progress })),
    http.get('/_internal/moderation/project/:id', () => {
      state.asked += 1
      return state.fails
        ? HttpResponse.json({ error: 'internal', description: '出错了' }, { status: 500 })
        : HttpResponse.json(packFilesOf(state.files, more))
    }),
    http.post('/_internal/moderation/project', async ({ request }) => {
      const body = (await request.json()) as Judgements
      state.sent.push(body)
      if (state.conflict) {
        state.conflict = false
        state.files = state.files.map((file) => (body[file.sha512] ? judgedFileOf(file.sha512[0] ?? '', file.name, 'yes') : file))
        return HttpResponse.json({ error: 'conflict', description: '其他审核人员刚刚判定了这个文件' }, { status: 409 })
      }
      state.files = state.files.map((file) => {
        const judged = body[file.sha512]
        return judged ? judgedFileOf(file.sha512[0] ?? '', file.name, judged.status, { flame: file.flame }) : file
      })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return state
}

async function open() {
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  return within(panel)
}

test('each file is judged at once, by keys, and the next one opens', async () => {
  const state = api([
    packFileOf('a', 'ferry.jar'),
    packFileOf('b', 'quay.jar'),
    judgedFileOf('c', 'known.jar', 'yes'),
    judgedFileOf('d', 'named.jar', 'with-attribution-and-source'),
  ])
  const user = userEvent.setup()
  const panel = await open()
  const file = await panel.findByRole('form', { name: /文件 1\/2\s+ferry\.jar/ })
  expect(
    within(file)
      .getByRole('button', { name: /下一项/ })
      .hasAttribute('disabled'),
  ).toBe(true)
  expect(within(file).getByText('请先选择授权情况。')).toBeTruthy()
  expect(panel.getByText('已允许的文件（2）')).toBeTruthy()
  await user.keyboard('4')
  expect(within(file).getByRole<HTMLInputElement>('radio', { name: '不允许' }).checked).toBe(true)
  expect(within(file).getByText('请先回答是否已批准。')).toBeTruthy()
  await user.keyboard('8')
  await user.type(within(file).getByRole('textbox', { name: '标题' }), '渡轮 1')
  await user.type(within(file).getByRole('textbox', { name: '证明' }), '许可证 2')
  expect(within(file).getByRole<HTMLInputElement>('radio', { name: '不允许' }).checked).toBe(true)
  await user.click(within(file).getByRole('radio', { name: '不允许' }))
  await user.keyboard('9')
  await panel.findByRole('form', { name: /文件 2\/2\s+quay\.jar/ })
  expect(state.sent).toEqual([
    { ['a'.repeat(128)]: { type: 'unknown', status: 'no', seen: 0, title: '渡轮 1', link: '', proof: '许可证 2' } },
  ])
  const refused = panel.getByRole<HTMLInputElement>('checkbox', { name: '含有未获许可的文件' })
  await waitFor(() => expect(refused.checked).toBe(true))
  await waitFor(() => expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: /哪些文件/ }).value).toBe('- ferry.jar'))
  await user.keyboard('1')
  await user.click(within(await panel.findByRole('form', { name: /文件 2/ })).getByRole('button', { name: /完成/ }))
  await panel.findByText('全部文件都已判定。')
  expect(state.sent).toHaveLength(2)
  await waitFor(() => expect(world.kept.at(-1)).toMatchObject({ approved: { ['a'.repeat(128)]: false } }), { timeout: 4000 })
})

test('the number keys belong to the file and not to the options, also with a radio in focus', async () => {
  api([packFileOf('a', 'ferry.jar')])
  const user = userEvent.setup()
  const panel = await open()
  await user.click(await panel.findByRole('radio', { name: '允许' }))
  await user.keyboard('6')
  expect(panel.getByRole<HTMLInputElement>('radio', { name: '未识别' }).checked).toBe(true)
  expect(panel.queryByRole('textbox', { name: '证明' })).toBeNull()
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: '含有未获许可的文件' }).checked).toBe(false)
})

test('a file of another platform is judged for the whole project, without details', async () => {
  const flame = { id: 238_222, title: 'JEI', url: 'https://flame.example/jei' }
  const state = api([packFileOf('b', 'jei.jar', { kind: 'flame', flame })])
  const user = userEvent.setup()
  const panel = await open()
  expect(await panel.findByText('判定对这个资源的全部文件有效。')).toBeTruthy()
  expect(panel.getByRole('link', { name: /其他平台：JEI/ }).getAttribute('href')).toBe(flame.url)
  await user.keyboard('5')
  expect(panel.queryByRole('textbox', { name: '证明' })).toBeNull()
  await user.keyboard('9')
  await waitFor(() =>
    expect(state.sent).toEqual([
      { ['b'.repeat(128)]: { type: 'flame', status: 'permanent-no', id: 238_222, title: 'JEI', link: flame.url, seen: 0 } },
    ]),
  )
})

test('who was slower sees the other judgement and can replace it', async () => {
  const state = api([packFileOf('a', 'ferry.jar')])
  state.conflict = true
  const user = userEvent.setup()
  const panel = await open()
  await panel.findByRole('form', { name: /ferry/ })
  await user.keyboard('59')
  expect(await panel.findByText(/其他审核人员刚刚判定了这个文件，已显示新的判定/)).toBeTruthy()
  expect(await panel.findByText(/石榴 于 .* 判定为「允许」/)).toBeTruthy()
  expect(panel.getByRole<HTMLInputElement>('radio', { name: '永久禁止' }).checked).toBe(true)
  await user.keyboard('9')
  await waitFor(() => expect(state.sent).toHaveLength(2))
  expect(Object.values(state.sent[1] ?? {})[0]).toMatchObject({ status: 'permanent-no', seen: 1 })
})

test('a failure is told with a retry, and what cannot be read beside what can', async () => {
  const state = api([packFileOf('a', 'ferry.jar')], { identifier: 'none', older: 3 })
  state.fails = true
  const user = userEvent.setup()
  const panel = await open()
  expect(await panel.findByText('整合包里的文件没有读取成功，已经判定的不会丢失。', undefined, { timeout: 8000 })).toBeTruthy()
  state.fails = false
  await user.click(panel.getByRole('button', { name: '重试' }))
  await panel.findByRole('form', { name: /ferry/ })
  expect(panel.getByText('没有配置识别服务，其他平台的文件按未知文件判定。')).toBeTruthy()
  expect(panel.getByText('还有 3 个更早的整合包没有读取。')).toBeTruthy()
  expect(panel.getByText('不需要授权的文件（2）')).toBeTruthy()
})

test('a pack that cannot be read says why', async () => {
  const [pack] = packFilesOf([]).packs
  api([], { packs: pack ? [{ ...pack, problem: '压缩包有密码。' }] : [] })
  const panel = await open()
  expect(await panel.findByText('1.0.0 · pack.mrpack：压缩包有密码。')).toBeTruthy()
  expect(panel.queryByText('没有需要判定的文件。')).toBeNull()
})

test('of many files one is found by its name', async () => {
  api(Array.from({ length: 200 }, (_, n) => ({ ...packFileOf('a', `mod-${n}.jar`), sha512: String(n).padStart(128, '0') })))
  const user = userEvent.setup()
  const panel = await open()
  await panel.findByRole('form', { name: /文件 1\/200/ })
  await user.click(panel.getByText('全部待判定的文件（200）'))
  await user.click(panel.getByRole('textbox', { name: '搜索文件' }))
  await user.paste('mod-143')
  await user.click(await panel.findByRole('button', { name: /mod-143\.jar/ }))
  expect(await panel.findByRole('form', { name: /文件 144\/200\s+mod-143\.jar/ })).toBeTruthy()
})

test('a file that was judged in this round keeps its place after a reload; one from before the round is known', async () => {
  const judged = (letter: string, name: string, hours: number) => {
    const file = judgedFileOf(letter, name, 'yes')
    return { ...file, judgement: file.judgement && { ...file.judgement, at: ago(hours) } }
  }
  // The round began 50 hours ago.
  api([packFileOf('a', 'open.jar'), judged('b', 'now.jar', 1), judged('c', 'before.jar', 60)])
  const panel = await open()
  expect(await panel.findByText('已判定 1/2')).toBeTruthy()
  expect(panel.getByText('已允许的文件（1）')).toBeTruthy()
})
