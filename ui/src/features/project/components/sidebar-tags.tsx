import { CategoryTag } from '@/components/ui/category-icon'
import type { ProjectPage } from '@/lib/api/types'
import { projectText as t } from '@/lib/i18n/zh-Hans/project'
import sideCss from '@/components/ui/side.module.css'
import sidebarCss from './sidebar.module.css'

/** Every category of a project, also those that its header has no room for. */
export function Categories({ project }: { project: ProjectPage }) {
  const names = [...project.categories, ...project.additional_categories]
  if (names.length === 0) return null
  return (
    <section className={sideCss.section}>
      <h2>{t.side.categories}</h2>
      <div className={sidebarCss.versions}>
        {names.map((name) => (
          <CategoryTag key={name} name={name} />
        ))}
      </div>
    </section>
  )
}
