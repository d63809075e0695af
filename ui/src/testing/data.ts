import type {
  Category,
  DependencyRef,
  VersionNeeds,
  GameVersion,
  Loader,
  Member,
  Organization,
  OwnUser,
  ProjectPage,
  SearchHit,
  Side,
  Statistics,
  VersionPage,
  ListedVersion,
  Places,
} from '@/lib/api/types'
import type { Answer } from '@/lib/api/operations'
import { urlTypeOf } from '@/lib/loaders'

const HOUR = 3_600_000
const started = Date.now()

/** A time some hours before the tests began. */
export function ago(hours: number): string {
  return new Date(started - hours * HOUR).toISOString()
}

type Seed = [
  slug: string,
  title: string,
  english: string,
  summary: string,
  type: string,
  author: string,
  icon: string,
  picture: string,
  loaders: string,
  categories: string,
  versions: string,
  downloads: number,
  follows: number,
  hours: number,
  sides: [Side, Side],
]

const R: Side = 'required'
const N: Side = 'unsupported'

const seeds: Seed[] = [
  [
    'gears-verdigris',
    '齿轮与铜绿',
    'Gears & Verdigris',
    '用齿轮、皮带与蒸汽搭起会动的工厂，每一条传动链都看得见转速与应力。',
    'mod',
    '铜锈工坊',
    'gear',
    'factory',
    'fabric neoforge',
    'technology decoration transportation',
    '1.20.1 1.20.4 1.21.1 1.21.3 1.21.4',
    128_460_312,
    486_020,
    0,
    [R, R],
  ],
  [
    'far-shore',
    '远岸视距',
    'Far Shore',
    '用极低的开销画出 256 区块之外的山与海，低配电脑也能看见地平线。',
    'mod',
    '北灯',
    'lighthouse',
    'isles',
    'fabric neoforge quilt',
    'optimization worldgen',
    '1.18.2 1.19.2 1.20.1 1.21.1 1.21.8',
    96_318_004,
    352_000,
    0.6,
    [R, N],
  ],
  [
    'floating-isles',
    '浮岛纪元：云海之上的失落文明、风帆飞艇与四十二种气候的世界生成全面重制版',
    'Isles Aloft',
    '把主世界抬到云海之上：空岛、风路、飞艇与会迁徙的城邦，旧存档可平滑升级。',
    'mod',
    '云上测绘局',
    'island',
    'isles',
    'neoforge',
    'worldgen adventure transportation',
    '1.21.1 1.21.3 1.21.4',
    48_128_111,
    203_000,
    3,
    [R, R],
  ],
  [
    'hundred-hearths',
    '百味炊烟',
    'Hundred Hearths',
    '从采撷到上桌的完整烹饪线，三百余道菜都有季节与产地，吃饱不再只是一个数字。',
    'mod',
    '灶台与汤勺',
    'pot',
    'village',
    'fabric forge neoforge',
    'food decoration',
    '1.19.2 1.20.1 1.21.1 1.21.4',
    31_706_200,
    164_200,
    26,
    [R, R],
  ],
  [
    'deep-echo',
    '深井回声',
    'Echoes of the Shaft',
    '越往下走越安静。为洞穴加入回声定位、晶簇生态与会记住你的怪物。',
    'mod',
    'Lumen',
    'crystal',
    'cavern',
    'fabric neoforge',
    'adventure mobs',
    '1.21.1 1.21.3 1.21.4 1.21.8',
    6_821_000,
    59_310,
    0.2,
    [R, R],
  ],
  [
    'light-frame',
    '轻帧',
    'Light Frame',
    '重写区块提交与粒子批处理，中端显卡平均提升四成帧率，与多数光影兼容。',
    'mod',
    '北灯',
    'feather',
    'snowfield',
    'fabric quilt',
    'optimization',
    '1.16.5 1.18.2 1.20.1 1.21.1 1.21.8',
    105_000_200,
    402_100,
    120,
    [R, N],
  ],
  [
    'pocket-bench',
    '便携工作台',
    'Pocket Bench',
    '把工作台、熔炉与铁砧装进一个格子。功能已由原版与其他资源接替，仅留存档。',
    'mod',
    '老木匠',
    'bench',
    'nightcamp',
    'fabric forge',
    'utility equipment',
    '1.16.5 1.18.2 1.20.1 1.21.1',
    9_340_000,
    41_000,
    9_200,
    [R, R],
  ],
  [
    'homecoming',
    '归乡：炊烟与齿轮',
    'Homecoming',
    '慢节奏的种田与自动化，八章主线，从一口灶到一座城。',
    'modpack',
    '炊烟小队',
    'house',
    'village',
    'neoforge',
    'quests adventure technology',
    '1.21.1',
    18_421_000,
    92_000,
    5,
    [R, R],
  ],
  [
    'claims',
    '领地管家',
    'Claims Keeper',
    '给服主的领地管理：子领地、权限继承与十万级秒查。',
    'mod',
    '栅栏',
    'yard',
    'emerald',
    'paper folia',
    'management social',
    '1.20.1 1.20.4 1.21.1 1.21.4',
    21_760_000,
    51_200,
    0.5,
    [N, R],
  ],
  [
    'amber-hour',
    '琥珀时刻',
    'Amber Hour',
    '永远停在傍晚六点的暖光，长影、尘埃与温柔的泛光。',
    'shader',
    '午后光影',
    'sun',
    'amber',
    'iris optifine',
    'realistic bloom shadows medium',
    '1.20.1 1.21.1 1.21.4',
    42_187_000,
    261_000,
    1,
    [R, N],
  ],
  [
    'polar-day',
    '极昼极夜',
    'Polar Day',
    '极光、雪原与会呼吸的冷光，夜晚终于有了层次。',
    'shader',
    '北灯',
    'aurora',
    'aurora',
    'iris',
    'fantasy atmosphere colored-lighting high',
    '1.20.1 1.21.1',
    5_620_000,
    52_000,
    72,
    [R, N],
  ],
  [
    'plain-clay',
    '素陶 32x',
    'Plain Clay',
    '陶土色阶与手捏边缘，方块温润不反光，连界面也是粗陶质地。',
    'resourcepack',
    '陶轮',
    'clay',
    'library',
    'minecraft',
    '32x simplistic blocks gui',
    '1.20.1 1.21.1 1.21.4',
    15_730_000,
    88_100,
    30,
    [R, N],
  ],
  [
    'season-days',
    '四季行纪',
    'Season Days',
    '昼长、作物与河面随四季变化，支持按维度自定义历法。',
    'mod',
    '灶台与汤勺',
    'seasons',
    'lakeside',
    'datapack',
    'worldgen food',
    '1.20.1 1.21.1 1.21.4',
    22_418_000,
    119_000,
    5,
    [R, R],
  ],
  [
    'crate-launcher',
    '方仓启动器',
    'Crate',
    '一个窗口管好所有版本、整合包与账户，启动前先查冲突。',
    'software',
    '方仓',
    'crate',
    'harbor',
    'windows linux macos',
    'utility',
    '',
    52_000_000,
    74_000,
    2,
    [R, N],
  ],
  [
    'gears-zh',
    '《齿轮与铜绿》简体中文',
    'Gears zh-CN',
    '界面、手册与成就的完整译文，随原资源更新。',
    'language',
    '阿澄',
    'book',
    'ink',
    'language',
    'locale',
    '1.20.1 1.21.1 1.21.4',
    2_864_000,
    15_000,
    0.1,
    [R, N],
  ],
]

const gameVersionNames =
  '1.21.8 25w31a 1.21.4 1.21.3 1.21.2 1.21.1 1.21 1.20.6 1.20.5 1.20.4 1.20.3 1.20.2 1.20.1 1.20 1.19.4 1.19.3 1.19.2 1.19.1 1.19 1.18.2 1.18.1 1.18 1.17.1 1.17 1.16.5 1.16.4 1.12.2 1.12.1 1.12'.split(
    ' ',
  )

export const gameVersions: GameVersion[] = gameVersionNames.map((version, index) => ({
  version,
  version_type: /w/.test(version) ? 'snapshot' : 'release',
  date: ago(24 * 40 * (index + 1)),
  major: /^\d+\.\d+$/.test(version),
}))

function categoryList(type: string, header: string, names: string): Category[] {
  return names.split(' ').map((name) => ({ icon: '', name, project_type: type, header }))
}

export const categories: Category[] = [
  ...categoryList(
    'mod',
    'categories',
    'adventure cursed decoration economy equipment food game-mechanics library magic management minigame mobs optimization social storage technology transportation utility worldgen',
  ),
  ...categoryList(
    'modpack',
    'categories',
    'adventure challenging combat kitchen-sink lightweight magic multiplayer optimization quests technology',
  ),
  ...categoryList('resourcepack', 'resolutions', '8x- 16x 32x 48x 64x 128x 256x 512x+'),
  ...categoryList('resourcepack', 'categories', 'combat cursed decoration modded realistic simplistic themed tweaks utility vanilla-like'),
  ...categoryList('resourcepack', 'features', 'audio blocks core-shaders entities environment equipment fonts gui items locale models'),
  ...categoryList('shader', 'categories', 'cartoon cursed fantasy realistic semi-realistic vanilla-like'),
  ...categoryList('shader', 'features', 'atmosphere bloom colored-lighting foliage path-tracing pbr reflections shadows'),
  ...categoryList('shader', 'performance impact', 'potato low medium high screenshot'),
]

function loaderList(types: string[], names: string): Loader[] {
  return names.split(' ').map((name) => ({ icon: '', name, supported_project_types: types }))
}

export const loaders: Loader[] = [
  ...loaderList(['mod', 'project', 'modpack'], 'fabric forge neoforge quilt'),
  ...loaderList(['mod', 'project'], 'liteloader modloader rift'),
  ...loaderList(['plugin', 'project', 'mod'], 'bukkit bungeecord folia paper purpur spigot sponge velocity waterfall'),
  ...loaderList(['shader', 'project'], 'canvas iris optifine vanilla'),
  ...loaderList(['datapack', 'project', 'mod'], 'datapack'),
  ...loaderList(['resourcepack', 'project'], 'minecraft'),
  ...loaderList(['project', 'software'], 'windows linux macos'),
  ...loaderList(['language', 'project'], 'language'),
]

const words = (text: string): string[] => (text === '' ? [] : text.split(' '))
const art = (kind: string, name: string): string => `/mock-art/${kind}/${name}.svg`

function idOf(index: number): string {
  return `Prj${String(index).padStart(5, '0')}`
}

export const hits: SearchHit[] = seeds.map(
  (
    [
      slug,
      title,
      english,
      description,
      type,
      author,
      icon,
      picture,
      loaderNames,
      categoryNames,
      versions,
      downloads,
      follows,
      hours,
      [client, server],
    ],
    index,
  ) => ({
    organization: null,
    organization_id: null,
    author_id: null,
    all_project_types: [type],
    environment: [],
    title_zh: title,
    url_type: urlTypeOf(type, words(loaderNames)),
    project_id: idOf(index),
    project_type: type as SearchHit['project_type'],
    slug,
    author,
    title: english,
    description,
    categories: [...words(categoryNames), ...words(loaderNames)],
    display_categories: [...words(categoryNames), ...words(loaderNames)],
    versions: words(versions),
    downloads,
    follows,
    icon_url: art('icons', icon),
    date_created: ago(hours + 24 * 300),
    date_modified: ago(hours),
    latest_version: `Ver${String(index).padStart(4, '0')}0`,
    license: index % 3 ? 'MIT' : 'LicenseRef-All-Rights-Reserved',
    client_side: client,
    server_side: server,
    gallery: [art('gallery', picture)],
    featured_gallery: art('gallery', picture),
    color: null,
  }),
)

export const user: OwnUser = {
  id: 'Usr00001',
  username: 'banmei',
  avatar_url: art('icons', 'fox'),
  bio: '把齿轮装进方块里。',
  created: ago(24 * 900),
  role: 'developer',
  badges: 0,
  email: 'banmei@example.com',
  email_verified: null,
  has_password: null,
  has_totp: null,
  auth_providers: [],
  payout_data: null,
  github_id: null,
}

const body = `<p>《齿轮与铜绿》把机械的“道理”搬进方块世界：动力从水车、风帆或锅炉来，沿着轴、齿轮与皮带走，最后变成锤子的一击、磨盘的一圈。没有看不见的能量条，<strong>哪里卡住了，看一眼就知道</strong>。</p>
<h2 id="start">从第一根轴开始</h2><p>一块木板、一把扳手就能起步。头半小时里你会依次遇到：</p><ol><li>水车带动一根轴，轴带动石磨，小麦第一次自己变成面粉；</li><li>用齿轮组改变转速，弄明白“越快越吃力”是怎么回事；</li><li>把传送带接进箱子，回头看见仓库在自己长大。</li></ol>
<blockquote>应力不是惩罚，是提示。按住 <kbd>Alt</kbd> 即可看到整条链。</blockquote>
<h2 id="power">动力与产出</h2><table><thead><tr><th>动力源</th><th>转速</th><th>可承受应力</th><th>适合</th></tr></thead><tbody><tr><td>水车</td><td>8 转/分</td><td>256</td><td>石磨、小型压床</td></tr><tr><td>风帆</td><td>16 转/分</td><td>512</td><td>锯木、提水</td></tr></tbody></table>
<h2 id="config">给服主的两行配置</h2><pre><code># config/gears.toml
[kinetics]
max_chain_length = 512</code></pre>
<h2 id="issues">兼容与已知问题</h2><ul><li>与 <a href="/mod/far-shore" rel="nofollow">远岸视距</a>可一起使用，无需额外设置。</li><li>6.0 起存档格式不能退回 5.x，升级前请备份。</li></ul>`

function member(index: number, username: string, role: string, icon: string, owner = false): Member {
  return {
    team_id: 'Team0001',
    user: {
      id: `Usr0000${index}`,
      username,
      avatar_url: art('icons', icon),
      bio: null,
      badges: 0,
      created: ago(24 * 900),
      role: 'developer',
    },
    role,
    is_owner: owner,
    accepted: true,
    permissions: null,
    organization_permissions: null,
    payouts_split: null,
    ordering: index,
  }
}

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
    icon_url: art('icons', icon),
    raw_icon_url: null,
    body_url: null,
    monetization_status: 'monetized',
    environment: [],
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
    chosen_type: urlTypeOf(type, list),
  }
}

const changes = ['<ul><li>修复长传动链在区块边界掉速的问题</li><li>新增可逆离合器</li></ul>', '<p>适配新版本，修正高山处的接缝。</p>', '']

/** The versions of a fixture project, newest first. */
export function versionsOf(index: number): VersionPage[] {
  const seed = seeds[index]
  if (!seed) return []
  const project = idOf(index)
  const games = words(seed[10]).reverse()
  const numberAt = (at: number) => `${6 - at}.0.${at}${at === 1 ? '-beta.2' : ''}`
  const idAt = (at: number) => `Ver${String(index).padStart(4, '0')}${at}`
  const named = (at: number) => (games[at] === undefined ? null : { id: idAt(at), version_number: numberAt(at) })
  return games.map((game, at) => {
    const number = numberAt(at)
    const kind = at === 1 ? 'beta' : at === 4 ? 'alpha' : 'release'
    return {
      id: idAt(at),
      project_id: project,
      author_id: 'Usr00001',
      featured: at === 0,
      name: `${seed[1].slice(0, 12)} ${number}`,
      version_number: number,
      changelog: changes[at % 3] ? '有更新' : '',
      changelog_html: changes[at % 3] ?? '',
      date_published: ago(seed[13] + at * 24 * 20),
      downloads: Math.round(seed[11] / (at + 3)),
      version_type: kind,
      status: 'listed',
      requested_status: null,
      changelog_url: null,
      files: [
        {
          hashes: {
            sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
            sha512:
              'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
          },
          url: `/data/${project}/${seed[0]}-${number}.jar`,
          filename: `${seed[0]}-${number}+${game}.jar`,
          primary: true,
          size: 4_718_592,
          file_type: null,
        },
      ],
      dependencies:
        index === 1
          ? []
          : [
              { version_id: null, project_id: idOf(1), file_name: null, dependency_type: 'required' },
              { version_id: null, project_id: idOf(5), file_name: null, dependency_type: 'optional' },
            ],
      game_versions: at === 0 && games[1] ? [game, games[1]] : [game],
      loaders: words(seed[8]).slice(0, at === 0 ? 3 : 2),
      author: { id: 'Usr00001', username: '半枚齿轮', avatar_url: art('icons', 'fox') },
      address: number,
      older: named(at + 1),
      newer: named(at - 1),
    }
  })
}

/** A version as lists show it. */
export function listed(version: VersionPage): ListedVersion {
  const { files, dependencies, id, name, version_number, version_type, date_published, downloads, game_versions, loaders, address } =
    version
  const [file] = files
  return {
    ...{ id, name, version_number, version_type, date_published, downloads, game_versions, loaders, address },
    file: file ? { url: file.url, filename: file.filename, size: file.size } : null,
    requires: dependencies.filter((one) => one.dependency_type === 'required').length,
  }
}

/** What the versions of a fixture project run on. */
export function placesOf(index: number): Places {
  const versions = versionsOf(index)
  const each = (names: (version: VersionPage) => readonly string[]) => [...new Set(versions.flatMap(names))]
  const games = each((one) => one.game_versions)
  const loaders = each((one) => one.loaders)
  const meets = (loader: string) =>
    games.flatMap((game, at) => (versions.some((one) => one.loaders.includes(loader) && one.game_versions.includes(game)) ? [at] : []))
  return {
    loaders,
    game_versions: games,
    version_types: each((one) => [one.version_type]),
    pairs: Object.fromEntries(loaders.map((loader) => [loader, meets(loader)])),
  }
}

export const projects: ProjectPage[] = seeds.map((_seed, index) => toProject(index))

/** What the versions of a fixture project depend on. */
export function dependenciesOf(index: number): DependencyRef[] {
  return versionsOf(index).flatMap((version) =>
    version.dependencies.map((one) => {
      const target = projects.find((project) => project.id === one.project_id)
      return {
        version_id: null,
        file_name: null,
        dependency_type: one.dependency_type,
        of_version: version.id,
        project: target
          ? {
              id: target.id,
              slug: target.slug,
              title: target.title_zh ?? target.title,
              icon_url: target.icon_url,
              url_type: target.url_type,
            }
          : null,
      }
    }),
  )
}

/** What a version of the fixtures needs, each with the newest version of the other project. */
export function needsOf(version: string): VersionNeeds {
  const at = projects.findIndex((_, index) => versionsOf(index).some((one) => one.id === version))
  const dependencies = at < 0 ? [] : dependenciesOf(at).filter((one) => one.of_version === version)
  return {
    translations: [],
    dependencies: dependencies.map(({ project, file_name, dependency_type }) => {
      const newest = versionsOf(projects.findIndex((one) => one.id === project?.id))[0]
      const file = newest?.files[0]
      return {
        dependency_type,
        project,
        file_name,
        pinned: false,
        fits: newest !== undefined,
        required_by: null,
        version: newest ? { ...newest, file: file ? { url: file.url, filename: file.filename, size: file.size } : null } : null,
      }
    }),
  }
}

export const statistics: Statistics = { projects: 46_892, versions: 99_366, authors: 12_904, files: 104_220 }

const quiet = { version: null, organization: null, person: null, actor: null, picture: null, waited_seconds: null }
const told = (index: number) => {
  const project = projects[index]
  if (!project) throw new Error(`no fixture ${index}`)
  return {
    id: project.id,
    slug: project.slug,
    url_type: project.url_type,
    title: project.title,
    title_zh: project.title_zh,
    icon_url: project.icon_url,
  }
}

/** What happened in public, as /_internal/activity tells it. */
export const activity: Answer<'GET', '/_internal/activity'> = {
  lag_ms: 412,
  next: null,
  events: [
    {
      ...quiet,
      position: 90,
      at: ago(0),
      type: 'version-published',
      project: told(0),
      version: { id: 'Ver00000', version_number: '6.0.4', version_type: 'release' },
    },
    { ...quiet, position: 80, at: ago(0.1), type: 'project-listed', project: told(3), waited_seconds: 2460 },
    { ...quiet, position: 71, at: ago(1), type: 'picture-added', project: told(2), picture: '/a.png' },
    { ...quiet, position: 70, at: ago(1), type: 'picture-added', project: told(2), picture: '/b.png' },
    {
      ...quiet,
      position: 60,
      at: ago(5),
      type: 'organization-created',
      project: null,
      organization: { id: 'Org00001', slug: 'verdigris', name: '铜锈工坊', icon_url: null, repost: false },
    },
  ],
}

export const organization: Organization = {
  id: 'Org00001',
  slug: 'verdigris',
  name: '铜锈工坊',
  description: '一群给方块上油的人。',
  icon_url: '/mock-art/icons/trade.svg',
  color: null,
  created: '2025-01-01T00:00:00Z',
  repost: false,
  team_id: 'Team0001',
  members: (projects[0]?.members ?? []).map((member) => ({ ...member, organization_permissions: 255, permissions: 2047 })),
}
