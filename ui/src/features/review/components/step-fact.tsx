import { OutsideLink } from '@/components/ui/outside-link'
import { categoryLabel } from '@/lib/categories'
import { formatBytes } from '@/lib/format'
import { reviewChecklistText as t } from '@/lib/i18n/zh-Hans/review-checklist'
import { reviewPanelText } from '@/lib/i18n/zh-Hans/review-panel'
import type { Step } from '../model/checklist'
import ui from '@/components/ui/ui.module.css'
import css from './checklist.module.css'

type Fact = Step['facts'][number]

/** What the project has at a step: words, a link, a category, a picture or a file. */
export function StepFact({ fact }: { fact: Fact }) {
  const { name, text, kind } = fact
  return (
    <div className={kind === 'picture' ? css.picture : kind === 'file' ? css.file : undefined}>
      <dt>{name}</dt>
      <dd>
        <Content fact={fact} />
        {kind === 'picture' && text ? <span className={ui.subtle}>{text}</span> : null}
      </dd>
    </div>
  )
}

function Content({ fact: { name, text, url, kind, image, size } }: { fact: Fact }) {
  if (kind === 'category') return categoryLabel(text)
  if (kind === 'file')
    return (
      <>
        {text} <span className={ui.subtle}>{formatBytes(size ?? 0)}</span>
      </>
    )
  if (kind === 'picture' && image)
    return (
      <OutsideLink href={url ?? image} newTab aria-label={reviewPanelText.picture(name)}>
        <img src={image} alt="" loading="lazy" />
      </OutsideLink>
    )
  if (url)
    return (
      <OutsideLink className={ui.link} href={url} newTab>
        {text}
      </OutsideLink>
    )
  return text || <span className={ui.subtle}>{t.nothing}</span>
}
