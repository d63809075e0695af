export const sparkText = {
  label: (days: string, last: string) => `近 ${days} 天每日下载，最后一天 ${last} 次`,
  compared: '今天之前的 7 天，与再之前的 7 天相比',
  even: '持平',
  trend: '下载趋势',
  lastDays: (days: string) => `近 ${days} 天`,
  week: '近 7 天',
  day: (day: string, count: string) => `${day}：${count} 次下载`,
  dayWith: (day: string, count: string, versions: string) => `${day}：${count} 次下载，发布${versions}`,
  today: '今天',
  trendLabel: (days: string, count: string, releases: string) => `近 ${days} 天每日下载，共 ${count} 次，其间发布 ${releases} 个版本`,
  trendLabelWith: (label: string, channels: string) => `${label}（${channels}）`,
} as const
