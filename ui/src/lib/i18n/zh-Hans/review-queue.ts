/** Texts of the queue's search and filters. */
export const reviewQueueText = {
  start: (place: string) => `从第 ${place} 位开始审核`,
  emptyFiltered: '没有符合条件的项目',
  emptyFilteredHint: '换一个词，或者放宽筛选条件。',
  emptyElsewhere: '其他类型中有符合条件的项目。',
  clearFilters: '清除筛选条件',
  filters: '筛选审核队列',
  find: '在队列中查找',
  findHint: '标题、链接名、提交者或 ID',
  rounds: { label: '轮次', all: '全部', first: '首次提交', again: '再次提交' },
  waits: { label: '等待', all: '全部', '24': '超过 24 小时', '48': '超过 48 小时' },
  sorts: { label: '排序', oldest: '等待最久', newest: '最新提交' },
  late: (hours: string, count: string) => `超过 ${hours} 小时：${count}`,
  own: '你参与的项目',
  replied: (count: string) => `作者有新回复：${count}`,
  unread: (count: string) => `作者有 ${count} 条新回复`,
} as const
