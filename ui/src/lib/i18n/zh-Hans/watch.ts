/** The bell of a place where people talk. */
export const watchText = {
  menu: '关注程度',
  now: { all: '已关注', addressed: '关注', never: '已静音' },
  levels: { all: '关注全部', addressed: '只在提到我时', never: '不再通知' },
  hints: {
    discussion: {
      all: '有新的回复时通知你。',
      addressed: '只在有人回复你或提到你时通知。',
      never: '即使有人回复你或提到你，也不通知。',
    },
    issue: {
      all: '有新的评论或状态变化时通知你。',
      addressed: '只在有人回复你或提到你时通知。',
      never: '即使有人回复你或提到你，也不通知。',
    },
    board: {
      all: '该资源有新的反馈或开启讨论时通知你。',
      addressed: '只在其中有人回复你或提到你时通知。',
      never: '该资源的反馈与讨论都不通知你。',
    },
    section: {
      all: '该版块有新的讨论时通知你。',
      addressed: '新的讨论提到你时通知。',
      never: '该版块的新讨论都不通知你。',
    },
  },
} as const
