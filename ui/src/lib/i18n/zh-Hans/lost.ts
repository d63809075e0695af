export const lostText = {
  hint: '它可能改了名字，或者已被删除。搜一下试试。',
} as const
