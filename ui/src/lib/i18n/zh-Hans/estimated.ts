export const estimatedText = {
  about: (when: string) => (/^\d/.test(when) ? `约 ${when}` : `大约${when}`),
  marked: (date: string) => `${date}（推算）`,
  downloads: '来源没有给出下载次数，按收录时的使用情况估算。',
  hint: '来源没有给出日期，按游戏版本推算。',
  unknown: '日期未知',
  unknownHint: '来源没有给出日期，也没有写明游戏版本。',
} as const
