export const finderText = {
  find: '按名称查找',
  none: '没有找到，换个名称试试。',
} as const
