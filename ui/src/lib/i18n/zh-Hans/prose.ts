/** Rendered texts. */
export const proseText = {
  gone: '图片已删除或无法显示',
} as const
