import type { LegalSite, LegalText } from '.'

export const text = ({ brand }: LegalSite): LegalText => ({
  updated: '2026-11-22',
  lead: `${brand} 只使用网站运行所必需的 Cookie，以及记住你自己选择的 Cookie。没有广告与统计用途的 Cookie，所以这里没有需要你逐项同意的开关。`,
  sections: [
    {
      id: 'choice',
      title: '你可以怎样选择',
      body: [
        [
          '不登录，就不会有登录用的 Cookie。',
          '不改主题、语言与显示偏好，就不会有偏好用的 Cookie。',
          '在浏览器里清除本站的数据，以上一切都会消失；已登录的账户会退出，其他不受影响。',
          '在浏览器里禁止本站的 Cookie，仍然可以浏览、搜索和下载，只是不能登录，偏好也不会被记住。',
        ],
      ],
    },
    { id: 'later', title: '如果以后有变化', body: ['如果将来要使用必需之外的 Cookie，我们会先征得你的同意，并在本页提供开关。'] },
    { id: 'list', title: '具体有哪些', body: ['每一项的名称、用途与期限，见《Cookie 说明》。'] },
  ],
})
