/** Keys of the moderators' pages in the list of keys. */
export const reviewKeysText = {
  group: '审核队列',
  start: '从第一个可审核的项目开始',
  panel: '审核面板里的快捷键：打开面板后再按 ?',
} as const
