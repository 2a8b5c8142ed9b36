import { Link } from './link.tsx';

interface NextLink {
  to: string;
  name: string;
}

/** Two links to the next steps, the primary one first. */
export function NextStepLinks({ first, second }: { first: NextLink; second: NextLink }) {
  return (
    <>
      <Link className="btn btn-red btn-l" to={first.to}>
        {first.name}
      </Link>
      <Link className="btn btn-line btn-l" to={second.to}>
        {second.name}
      </Link>
    </>
  );
}
