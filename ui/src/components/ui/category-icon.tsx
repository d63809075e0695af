import { categoryLabel } from '@/lib/categories'
import { Tag } from './badge'
import sprite from './category-icons.svg?url&no-inline'
import ui from './ui.module.css'

/** A category with its icon. */
export function CategoryTag({ name }: { name: string }) {
  return (
    <Tag>
      <CategoryIcon name={name} />
      {categoryLabel(name)}
    </Tag>
  )
}

/** The icon of a category, from the one file with all of them (readapi/tag draws them). */
export function CategoryIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg className={className ?? ui.icon} aria-hidden data-category={name}>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
