/** What stands in a log in place of what is hidden. */
export const issueMaskText = {
  token: '‹令牌›',
  account: '‹账号›',
  home: '‹用户目录›',
  address: '‹地址›',
  mail: '‹邮箱›',
} as const

/** A log or a crash report in a new issue. */
export const issueLogText = {
  label: '日志或崩溃报告',
  hint: '把 latest.log 或 crash-reports 里的文件拖到这里，或粘贴内容。发送前会隐去地址、令牌、账号与用户目录名。',
  choose: '选择文件',
  paste: '粘贴的日志',
  clean: '没有发现需要隐去的内容。',
  hidden: (parts: string) => `已隐去 ${parts}`,
  kinds: {
    token: (count: string) => `${count} 处令牌`,
    account: (count: string) => `${count} 处账号`,
    home: (count: string) => `${count} 处用户目录名`,
    address: (count: string) => `${count} 处地址`,
    mail: (count: string) => `${count} 处邮箱`,
  },
  listed: '、',
  check: '发送后所有能看到该资源的人都能看到它，请再检查一遍。',
  show: '查看将要发送的内容',
  remove: '移除日志',
  cut: (lines: string) => `中间的 ${lines} 行太长，没有保留。`,
  cutMark: (lines: string) => `……省略 ${lines} 行……`,
  facts: (facts: string) => `从中读到：${facts}`,
  mods: (count: string) => `${count} 个模组`,
  tooLarge: (most: string) => `文件不能超过 ${most}。`,
  notText: '这不是文本文件。压缩过的日志请先解压。',
  failed: '无法读取文件。',
} as const
