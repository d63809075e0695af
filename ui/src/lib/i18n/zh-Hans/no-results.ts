/** A search that found nothing. */
export const noResultsText = {
  emptyTitle: '没有找到结果',
  emptyPlain: '这里还没有资源。',
  emptyText: (text: string, type: string) => `没有与「${text}」相符的${type}，换一个关键词试试，也可以用拼音或缩写。`,
  emptyWith: (count: number, type: string) => `同时满足下面 ${count} 个条件的${type}不存在，去掉一个试试。`,
  clearFilters: '清除所有筛选',
  clearText: '清除关键词',
  pastTitle: '这一页没有结果',
  pastHint: (pages: string) => `结果变少了，现在只有 ${pages} 页。`,
  toLastPage: '前往最后一页',
} as const
