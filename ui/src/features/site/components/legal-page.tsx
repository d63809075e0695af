import '@/styles/prose.css'
import { PathLink } from '@/components/layout/path-link'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { cn } from '@/lib/cn'
import { legalTitles } from '@/lib/legal.gen'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'
import { legalPages, type LegalPageName, type LegalText } from '../legal'
import ui from '@/components/ui/ui.module.css'
import css from './legal-page.module.css'

/** The texts about the site: all of them at the side, one of them to read. */
export function LegalPage({ name, text }: { name: LegalPageName; text: LegalText }) {
  const title = legalTitles[name]
  const bar = useCurrentInSight()
  return (
    <div className={css.root}>
      <nav ref={bar} className={css.nav} aria-label={t.legal}>
        <ul>
          {legalPages.map((page) => (
            <li key={page}>
              <PathLink to="/legal2/$page" params={{ page }} aria-current={page === name ? 'page' : undefined}>
                {legalTitles[page]}
              </PathLink>
            </li>
          ))}
        </ul>
      </nav>
      <article className={cn(ui.card, css.body)}>
        <h1>{title}</h1>
        <p className={cn(ui.subtle, ui.text13)}>{t.updated(text.updated)}</p>
        <div className={'prose'}>
          <p>{text.lead}</p>
          {text.sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id}>{section.title}</h2>
              {section.body.map((part, at) =>
                typeof part === 'string' ? (
                  <p key={at}>{part}</p>
                ) : (
                  <ul key={at}>
                    {part.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
        </div>
      </article>
      <nav className={css.toc} aria-label={t.contents}>
        <b>{t.contents}</b>
        <ul>
          {text.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
