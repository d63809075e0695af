export const repostText = {
  mark: '搬运',
} as const
