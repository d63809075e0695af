import type { ProjectPage } from '@/lib/api/types'
import { urlTypeOf } from '@/lib/loaders'
import { hits } from './hits'
import { member } from './people'
import { art, idOf, seeds, words } from './seed'
import { ago } from './time'
import { listed, versionsOf } from './versions'

const body = `<p>《齿轮与铜绿》把机械的“道理”搬进方块世界：动力从水车、风帆或锅炉来，沿着轴、齿轮与皮带走，最后变成锤子的一击、磨盘的一圈。没有看不见的能量条，<strong>哪里卡住了，看一眼就知道</strong>。</p>
<h2 id="start">从第一根轴开始</h2><p>一块木板、一把扳手就能起步。头半小时里你会依次遇到：</p><ol><li>水车带动一根轴，轴带动石磨，小麦第一次自己变成面粉；</li><li>用齿轮组改变转速，弄明白“越快越吃力”是怎么回事；</li><li>把传送带接进箱子，回头看见仓库在自己长大。</li></ol>
<blockquote>应力不是惩罚，是提示。按住 <kbd>Alt</kbd> 即可看到整条链。</blockquote>
<h2 id="power">动力与产出</h2><table><thead><tr><th>动力源</th><th>转速</th><th>可承受应力</th><th>适合</th></tr></thead><tbody><tr><td>水车</td><td>8 转/分</td><td>256</td><td>石磨、小型压床</td></tr><tr><td>风帆</td><td>16 转/分</td><td>512</td><td>锯木、提水</td></tr></tbody></table>
<h2 id="config">给服主的两行配置</h2><pre><code># config/gears.toml
[kinetics]
max_chain_length = 512</code></pre>
<h2 id="issues">兼容与已知问题</h2><ul><li>与 <a href="/mod/far-shore" rel="nofollow">远岸视距</a>可一起使用，无需额外设置。</li><li>6.0 起存档格式不能退回 5.x，升级前请备份。</li></ul>`

function toProject(index: number): ProjectPage {
  const seed = seeds[index]
  const hit = hits[index]
  if (!seed || !hit) throw new Error(`no fixture ${index}`)
  const [
    slug,
    title,
    english,
    description,
    type,
    ,
    icon,
    ,
    loaderNames,
    categoryNames,
    versions,
    downloads,
    followers,
    hours,
    [client, server],
  ] = seed
  const list = words(loaderNames)
  return {
    id: idOf(index),
    slug,
    project_type: type as ProjectPage['project_type'],
    team: 'Team0001',
    organization:
      index === 0 ? { id: 'Org00001', slug: 'verdigris', name: '铜锈工坊', icon_url: art('icons', 'trade'), repost: false } : null,
    title: english,
    title_zh: title,
    aliases: [],
    description,
    body: '',
    body_html: body,
    published: ago(hours + 24 * 300),
    updated: ago(hours),
    approved: ago(hours + 24 * 299),
    queued: null,
    status: slug === 'pocket-bench' ? 'archived' : 'approved',
    requested_status: null,
    moderator_message: null,
    license: { id: hit.license, name: hit.license, url: null },
    downloads,
    followers,
    categories: words(categoryNames),
    additional_categories: [],
    loaders: list,
    game_versions: words(versions),
    versions: versionsOf(index).slice(0, 5).map(listed),
    version_count: versionsOf(index).length,
    obtainable: versionsOf(index).length > 0,
    icon_url: art('icons', icon),
    raw_icon_url: null,
    body_url: null,
    monetization_status: 'monetized',
    environment: [],
    wiki_open: false,
    issues_url: 'https://example.com/issues',
    source_url: 'https://example.com/source',
    wiki_url: 'https://example.com/wiki',
    discord_url: null,
    donation_urls: [],
    gallery: ['factory', 'isles', 'snowfield', 'nightvalley', 'library', 'harbor', 'village'].map((name, at) => ({
      url: art('gallery', name),
      raw_url: art('gallery', name),
      featured: at === 0,
      title: `第 ${at + 1} 幕`,
      description: at % 2 ? null : '从工厂的高处看出去，整条产线都在转。',
      created: ago(at * 30),
      ordering: at,
    })),
    color: null,
    thread_id: '',
    client_side: client,
    server_side: server,
    members: [
      member(1, '半枚齿轮', '主程', 'fox', true),
      member(2, 'Verdi', '美术与模型', 'mushroom'),
      member(3, '阿澄', '中文文本', 'book'),
    ],
    opening_downloads: index === 0 ? { count: 120_000_000, estimated: true } : null,
    url_type: urlTypeOf(type, list),
    original: null,
    estimated: { created: false, downloads: false, updated: false },
    chosen_type: urlTypeOf(type, list),
    project_types: [urlTypeOf(type, list)],
  }
}

export const projects: ProjectPage[] = seeds.map((_seed, index) => toProject(index))
