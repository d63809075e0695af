/** Texts about what new accounts wrote and nobody reads yet, and about who may not write in the sections. */
export const heldText = {
  title: '待看发言',
  lead: '新账号带链接的前两条发言，通过之前只有作者看得到。',
  list: '等待查看',
  tabs: { held: '待看发言', chat: '矿工茶馆的禁言', project: '资源讨论的禁言', article: '专栏的禁言', notice: '公告的禁言' },
  none: '没有等待查看的发言',
  noneHint: '新账号发出带链接的内容时会出现在这里。',
  pass: '通过',
  passOf: (name: string) => `通过 ${name} 的发言`,
  passed: '已通过，所有人都能看到',
  hide: '不通过…',
  hideOf: (name: string) => `不通过 ${name} 的发言`,
  hidden: '已隐藏，作者会看到原因',
  bar: '禁言…',
  barOf: (name: string) => `禁言 ${name}`,
  empty: '没有文字',
} as const
