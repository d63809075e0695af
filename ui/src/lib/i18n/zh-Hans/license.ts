/** What licences allow and demand. */
export const licenseText = {
  facts: {
    trade: '可商用',
    noTrade: '不可商用',
    change: '可修改',
    noChange: '不可发布修改版',
    credit: '须署名',
    noCredit: '无须署名',
    alike: '修改版须用同样的许可证',
    source: '分发时须提供源代码',
    parts: '改过的部分须公开源代码',
    network: '联网提供服务也须公开源代码',
    ask: '转载、修改和商用须经作者同意',
  },
  join: (facts: readonly string[]) => facts.join('、'),
  fullText: '查看许可证全文',
} as const
