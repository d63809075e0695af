/** The code of a decision that a program made without a reason. It is shown, and never offered. */
export const unstated = 'unstated'
/** The code of the program that hides the first links of a new account until the staff has looked at them. */
const held = 'held'

/** Reasons of staff actions. The codes are those of the server, in display order. */
export const reasonText = {
  title: '说明操作原因',
  lead: '你正在处理他人的内容、账户或款项。原因会写入不可更改的操作记录，当事人可以看到。',
  code: '原因',
  choose: '请选择…',
  codes: {
    complies: '符合规则',
    incomplete: '资料不完整',
    misleading: '信息有误导',
    inappropriate: '内容不当',
    spam: '垃圾内容',
    copyright: '侵犯版权',
    malicious: '恶意内容',
    duplicate: '重复内容',
    'name-squatting': '抢注名称',
    rules: '违反其他规则',
    correction: '更正错误',
    request: '应当事人请求',
    legal: '法律要求',
    security: '安全原因',
    housekeeping: '站点维护',
    other: '其他',
  } as Record<string, string>,
  /** The names of all codes, also of those that no screen offers: a program of the staff gave no reason. */
  name: (code: string): string =>
    code === unstated ? '未说明（由程序执行）' : code === held ? '新账号的链接，等待管理人员查看' : (reasonText.codes[code] ?? code),
  text: '说明',
  textHint: '选填。请就事论事，不要写入他人的个人信息。',
  textRequired: '选择「其他」时请写明原因。',
  missing: '请选择原因。',
  none: '没有填写操作原因，什么都没有改变。',
  send: '继续',
  long: (most: string) => `说明不能超过 ${most} 个字符。`,
} as const
