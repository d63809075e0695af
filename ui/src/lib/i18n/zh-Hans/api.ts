export const apiText = {
  failed: (status: number) => `请求没有成功（${status}），请稍后再试。`,
  unreachable: '连不上服务器，请检查网络后重试。',
  offline: '当前没有网络连接。',
} as const
