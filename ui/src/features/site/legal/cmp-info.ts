import type { LegalSite, LegalText } from '.'

export const text = ({ brand }: LegalSite): LegalText => ({
  updated: '2026-11-22',
  lead: `下面是 ${brand} 会写入你浏览器的全部内容，一项不多。它们都只发回本站，或者根本不离开你的浏览器。`,
  sections: [
    {
      id: 'necessary',
      title: '登录用的 Cookie',
      body: [
        [
          'modyard_session：登录凭证，脚本读不到。登录时写入，退出登录即删除。',
          'modyard_csrf：防止别的网站冒用你的身份提交请求。随登录凭证写入与删除。',
        ],
      ],
    },
    {
      id: 'preference',
      title: '偏好用的 Cookie',
      body: [
        [
          'modyard_theme：你选的主题。保存约 10 年，让页面打开时不闪烁。',
          'cosmetics：列表样式、布局等显示偏好。保存约 10 年。',
          'locale：你选的界面语言。保存约 10 年，选择自动时删除。',
        ],
      ],
    },
    {
      id: 'local',
      title: '只存在浏览器里的数据',
      body: [
        '它们不会随请求发给服务器：',
        [
          '正在玩的游戏版本与加载器。',
          '功能开关与开发者模式。',
          '尚未提交的草稿。',
          '青蛙页面的随机编号：只有打开青蛙页面时才会产生并发送一次，用来保证每个浏览器只数一次。',
        ],
      ],
    },
    {
      id: 'none',
      title: '没有的东西',
      body: [['没有广告标识。', '没有第三方统计或跟踪脚本。', '没有浏览器指纹。', '没有与其他网站共享的 Cookie。']],
    },
    {
      id: 'embed',
      title: '介绍里的外部内容',
      body: ['创作者的介绍可能包含外部图片或哔哩哔哩视频。它们由对方网站提供，对方可能在自己的域名下写入 Cookie。'],
    },
  ],
})
