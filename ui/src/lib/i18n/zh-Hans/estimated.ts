export const estimatedText = {
  about: (when: string) => {
    const words: Record<string, string> = {
      昨天: '1 天前',
      前天: '2 天前',
      上周: '1 周前',
      上个月: '1 个月前',
      去年: '1 年前',
      前年: '2 年前',
    }
    const text = words[when] ?? when
    return `约${/^\d/.test(text) ? ' ' : ''}${text}`
  },
  marked: (date: string) => `${date}（推算）`,
  downloads: '来源没有给出下载次数，按收录时的使用情况估算。',
  hint: '来源没有给出日期，按游戏版本推算。',
} as const
