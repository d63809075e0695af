export const chartText = {
  table: '显示表格',
  chart: '显示图表',
  none: '—',
  value: (name: string, value: string) => `${name} ${value}`,
  keys: (title: string) => `${title}，用左右方向键查看每一点`,
  hint: '移到图上，或用左右方向键，查看每一点的数值。',
  label: (title: string, values: string) => `${title}：${values}`,
} as const
