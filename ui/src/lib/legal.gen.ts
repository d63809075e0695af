// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

/** Titles of the texts about the site itself. */
export const legalTitles = {
  terms: '服务条款',
  rules: '内容规则',
  privacy: '隐私政策',
  copyright: '版权与投诉',
  security: '安全政策',
  cmp: 'Cookie 设置',
  'cmp-info': 'Cookie 说明',
  ccpa: '加州隐私权利',
} as const
