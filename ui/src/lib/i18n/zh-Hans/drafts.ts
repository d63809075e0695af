export const draftText = {
  restored: '已恢复没有保存的内容',
  restoredText: (when: string) => `你在${when}写到这里，内容保存在这个浏览器里。`,
  outdated: '在那之后，已保存的内容有过修改，保存前请留意。',
  noFiles: '文件没有保留，请重新选择。',
  discard: '放弃草稿',
} as const
