export const timelineText = {
  title: '发布时间线',
  each: '每块一个版本',
  eachOf: (count: string) => `每块至多 ${count} 个版本`,
  label: (from: string, to: string, count: string) => `${from}至 ${to}的发布时间线，共 ${count} 个版本`,
  month: (year: string, month: string) => `${year} 年 ${month} 月`,
  short: (month: string) => `${month} 月`,
  some: (channel: string, count: string) => `${channel} ${count} 个`,
  about: (month: string, counts: string, newest: string) => `${month}：${counts}，最新 ${newest}`,
  nothing: (month: string) => `${month}：没有发布`,
  asTable: '用表格看',
  columns: { month: '月份', newest: '当月最新' },
} as const
