import { Link } from '@tanstack/react-router'

/** The author as search knows him: a name that is also his address. */
export function AuthorLink({ name, className }: { name: string; className?: string }) {
  return name ? (
    <Link className={className} to="/user/$id" params={{ id: name }} preload={false}>
      {name}
    </Link>
  ) : null
}
