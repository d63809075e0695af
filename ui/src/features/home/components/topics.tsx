import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { CategoryIcon } from '@/components/ui/category-icon'
import { categoryLabel } from '@/lib/categories'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { typeCountsQuery } from '../queries'
import ui from '@/components/ui/ui.module.css'
import css from './topics.module.css'

const SHOWN = 7
const topics = [
  'optimization',
  'worldgen',
  'technology',
  'adventure',
  'decoration',
  'utility',
  'magic',
  'storage',
  'food',
  'mobs',
  'equipment',
  'game-mechanics',
] as const

/** The categories of mods that hold the most, each a way into its list. */
export function Topics() {
  const counts = useQuery(typeCountsQuery)
  const full = topics
    .map((name) => ({ name, count: counts.data?.[`categories:${name}`] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, SHOWN)
  return (
    <nav className={css.root} aria-label={t.topics}>
      {full.length > 0 ? <span>{t.topics}</span> : null}
      {full.map(({ name }) => (
        <PathLink key={name} to="/$listing" params={{ listing: 'mods' }} search={{ g: [`categories:${name}`] }}>
          <CategoryIcon name={name} className={ui.icon14} />
          {categoryLabel(name)}
        </PathLink>
      ))}
    </nav>
  )
}
