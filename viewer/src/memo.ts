// Preact's memo without preact/compat: a component that is rendered again only when a prop has changed.
import { type FunctionComponent, createElement, Component } from "preact";

export function memo<P extends object>(inner: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    shouldComponentUpdate(next: P) {
      const now = this.props as Record<string, unknown>;
      return Object.entries(next).some(([name, value]) => now[name] !== value);
    }
    render() {
      return createElement(inner, this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
