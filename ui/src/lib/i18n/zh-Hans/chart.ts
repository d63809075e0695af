export const chartText = {
  table: '显示表格',
  chart: '显示图表',
  none: '—',
  label: (title: string, values: string) => `${title}：${values}`,
} as const
