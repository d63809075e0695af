/** The further names of a project. */
export const otherNamesText = {
  chinese: '中文名',
  chineseHint: '可不填。填了以后，页面和列表先显示它，名称写在旁边。',
  aliases: '别名',
  aliasesHint: '可不填，每行一个，能搜到：缩写、旧名、译名。',
  tooMany: (most: number) => `别名最多 ${most} 个。`,
  tooLong: (most: number) => `每个别名不能超过 ${most} 个字符。`,
  twice: (name: string) => `「${name}」写了两次。`,
} as const
