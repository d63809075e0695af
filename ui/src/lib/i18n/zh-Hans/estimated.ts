export const estimatedText = {
  about: (when: string) => (/^\d/.test(when) ? `约 ${when}` : `大约${when}`),
  marked: (date: string) => `${date}（推算）`,
  downloads: '没有次数，按使用情况估算。',
  hint: '没有日期，按游戏版本推算。',
  unknown: '日期未知',
} as const
