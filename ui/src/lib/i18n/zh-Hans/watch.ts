/** The bell of a place where people talk. */
export const watchText = {
  on: '已关注',
  off: '关注',
  hints: {
    discussion: '关注后，有新的回复时通知你；取消后只在有人回复或提到你时通知。',
    issue: '关注后，有新的回复或状态变化时通知你；取消后只在有人回复或提到你时通知。',
    board: '关注后，该资源有新的反馈或开启讨论时通知你。',
    section: '关注后，该版块有新的讨论时通知你。',
  },
} as const
