/** What the review panel says about its guards, conflicts and places. */
export const reviewPanelText = {
  /** Why a decision waits, and what to do about it. */
  block: {
    conflict: '这次决定没有生效，请先看上面的说明。',
    outside: '项目不在审核中，要更改它的状态请先点上面的按钮。',
    resubmitted: '项目已重新提交，请先看过新的内容。',
    locked: (name: string) => `${name} 正在审核，接手后由你来决定。`,
    watching: '你正在旁观，没有占用审核锁。',
    own: '你参与了这个项目，不能作出决定。',
    fillers: (count: number) => `有 ${count} 处必填内容还没有填写。`,
    stale: '消息与现在的选项不一致。',
  },
  /** Says that a key did nothing, and why. */
  refused: (decision: string, why: string) => `不能${decision}：${why}`,
  /** Why there is no next project. */
  noNext: {
    unknown: '还在查询下一个项目，请稍候再按。',
    none: '队列里没有其他可以审核的项目。',
    passed: '其余项目这次已经跳过，或由其他审核人员在看。',
  },
  fillersGo: (title: string, name: string) => `去填写：${title} · ${name}`,
  stale: '消息是按之前的选项生成的',
  staleTyped: '消息写好之后，选项又有改动',
  regenerate: '重新生成',
  sendStale: '仍要发送',
  watchOff: '开始审核',

  /** The confirmation of a decision. */
  ask: {
    title: { approve: '确认批准？', reject: '确认拒绝？', withhold: '确认保留？' },
    objections: (count: number) => `勾选了 ${count} 条意见，批准后它们会一并记入审核记录。`,
    refusal: '消息来自拒绝或保留的模板，作者会在通过时收到它。',
    unseen: (count: number) => `还有 ${count} 步没有完成。`,
    closing: { reject: '消息的结尾是给「保留」用的。', withhold: '消息的结尾请作者改好后重新提交，是给「拒绝」用的。' },
    outside: (from: string, to: string) => `项目不在审核中：这会把它从「${from}」改为「${to}」，记为「站务改状态」，不是审核决定。`,
    sure: { approve: '仍要批准', reject: '仍要拒绝', withhold: '仍要保留' },
    outsideSure: '更改状态',
    rewrite: { approve: '重新生成消息', reject: '按「拒绝」重新生成', withhold: '按「保留」重新生成' },
  },

  /** What became of the round while the panel is open. */
  standing: {
    decided: (name: string, verb: string, when: string) => `${name} 已${verb}这个项目（${when}），这一轮已经结束。你填写的内容都还在。`,
    verbs: { approved: '批准', rejected: '拒绝', withheld: '保留' } as Record<string, string>,
    changed: (status: string) => `项目刚刚变为「${status}」，已不在审核中。你填写的内容都还在。`,
    forced: (name: string, status: string, when: string) => `${name} 把状态改成了「${status}」（${when}）。你填写的内容都还在。`,
    outside: (status: string) => `项目当前是「${status}」，不在审核中。可以照清单查看；更改状态不算审核决定。`,
    resubmitted: (round: number) => `作者已重新提交，现在是第 ${round} 轮。请看过新的内容再决定。`,
    goOn: (round: number) => `继续审核第 ${round} 轮`,
    still: '仍要更改已公开的项目',
    stillHidden: '仍要更改状态',
    again: '再试一次',
    somebody: '其他审核人员',
    you: '你',
  },

  editedTitle: '项目在你审核期间有改动',
  edited: (fields: readonly string[]) => `：${fields.join('、')}。`,
  editedKnown: '知道了',
  fields: {
    title: '标题',
    slug: '链接名',
    summary: '简介',
    description: '描述',
    links: '外部链接',
    categories: '标签',
    'side-types': '运行环境',
    gallery: '图库',
    versions: '版本文件',
    copyright: '许可证',
  },

  last: (name: string, verb: string, when: string) => `上次 ${name} ${verb}于 ${when}`,
  lastPoints: (points: readonly string[]) => `：${points.join('、')}`,
  staff: '审核人员',

  finish: '完成',
  finished: '全部步骤都已完成',
  cleared: '清单和消息已清空。',
  restore: '恢复',
  schedule: '定时发布',
  open: '打开审核面板',
  part: '页面与清单',
  page: '项目页',
  list: (at: number, of: number) => `审核清单 ${at}/${of}`,
  listOnly: '审核清单',
  picture: (title: string) => `${title}（在新标签页打开）`,

  /** The queue's question before a review is taken over. */
  takeOver: {
    title: '接手审核？',
    text: (name: string, since: string) =>
      `${name} 从 ${since} 起在审核这个项目。接手后由你来决定，对方会收到通知，填写的内容仍在对方那里。`,
    watch: '旁观',
    watchHint: '旁观只打开项目与清单，不占用审核锁。',
  },

  resubmit: {
    title: '没有检测到改动，仍要重新提交？',
    text: '从上次提交到现在，项目的内容没有变化，「要改的地方」也没有勾选。没有改动的项目多半会被再次退回。',
    sure: '仍要重新提交',
  },

  enough: '记录不足',
  forced: '改状态',
} as const
