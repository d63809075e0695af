/** Pictures of other hosts in messages. */
export const proseRemoteText = {
  show: (host: string) => (host ? `显示 ${host} 上的图片` : '显示图片'),
} as const
